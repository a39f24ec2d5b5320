// Arithmetic of integers at their ends: it wraps.

func.func @of_i64(
    %a: tensor<10xi64> {check.input = dense<[-9223372036854775808, 9223372036854775807, 0, -1, 4294967296, 9007199254740993, -4294967297, 5, 3, -9223372036854775808]> : tensor<10xi64>},
    %b: tensor<10xi64> {check.input = dense<[9223372036854775807, 9007199254740993, 0, 9223372036854775807, 0, 9007199254740993, 9223372036854775807, 3, 3, 9223372036854775807]> : tensor<10xi64>},
    %c: tensor<10xi32> {check.input = dense<[0, 1, 2, 3, -1, -2, 5, 7, 31, 4]> : tensor<10xi32>})
    -> (tensor<10xi64> {check.expected = dense<[-1, -9214364837600034816, 0, 9223372036854775806, 4294967296, 18014398509481986, 9223372032559808510, 8, 6, -1]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[1, 9214364837600034814, 0, -9223372036854775808, 4294967296, 0, 9223372032559808512, 2, 0, 1]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-9223372036854775808, 9214364837600034815, 0, -9223372036854775807, 0, 18014398509481985, -9223372032559808511, 15, 9, -9223372036854775808]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-1, 1023, 0, 0, 0, 1, 0, 1, 1, -1]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[9223372036854775806, 9007199254739968, 0, 9223372036854775806, 0, 0, 9223372032559808510, 2, 0, 9223372036854775806]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[9223372036854775807, 9223372036854775807, 0, 9223372036854775807, 4294967296, 9007199254740993, 9223372036854775807, 5, 3, 9223372036854775807]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-9223372036854775808, 9007199254740993, 0, -1, 0, 9007199254740993, -4294967297, 3, 3, -9223372036854775808]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-9223372036854775808, 9223372036854775807, 0, -9223372036854775807, 4294967296, 9007199254740993, -9223372032559808511, 5, 3, -9223372036854775808]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-1, 9007199254739968, 0, -1, 0, 0, -4294967297, 2, 0, -1]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-9223372036854775808, -9223372036854775807, 0, 1, -4294967296, -9007199254740993, 4294967297, -5, -3, -9223372036854775808]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-9223372036854775808, 9223372036854775807, 0, 1, 4294967296, 9007199254740993, 4294967297, 5, 3, -9223372036854775808]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-1, 1, 0, -1, 1, 1, -1, 1, 1, -1]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[1, 9223372036854775807, 0, -1, 0, 0, -21474836481, 78125, 617673396283947, 0]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[0, 9223372036854775807, 1, -1, 1, 9007199254740993, 4294967295, 125, 27, 0]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-9214364837600034810, 9007199254740998, -9214364837600034809, -9214364837600034809, -9214364837600034808, -9214364841895002104, 9223372032559808519, -9223372036854775800, -9223372036854775805, -9223372036854775808]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[1, 9223372036854775807, 9214364837600034815, 0, 0, 0, 0, 0, 0, 0]> : tensor<10xi64>}) {
  %y0 = nn.add %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y1 = nn.sub %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y2 = nn.mul %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y3 = nn.div %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y4 = nn.mod %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y5 = nn.max %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y6 = nn.min %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y7 = nn.prelu %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y8 = nn.mod %a, %b {truncated} : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y9 = nn.neg %a : (tensor<10xi64>) -> tensor<10xi64>
  %y10 = nn.abs %a : (tensor<10xi64>) -> tensor<10xi64>
  %y11 = nn.sign %a : (tensor<10xi64>) -> tensor<10xi64>
  %y12 = nn.pow %a, %c : (tensor<10xi64>, tensor<10xi32>) -> tensor<10xi64>
  %y13 = nn.pow %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y14 = nn.cum_sum %a {axis = 0 : i64, reverse} : (tensor<10xi64>) -> tensor<10xi64>
  %y15 = nn.cum_prod %b {axis = 0 : i64, exclusive} : (tensor<10xi64>) -> tensor<10xi64>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15 : tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>
}

func.func @of_ui64(
    %a: tensor<10xui64> {check.input = dense<[18446744073709551615, 0, 9223372036854775808, 9223372036854775807, 1, 9007199254740993, 12297829382473034410, 4294967296, 18446744073709551615, 0]> : tensor<10xui64>},
    %b: tensor<10xui64> {check.input = dense<[0, 9007199254740993, 9223372036854775807, 9223372036854775807, 9007199254740993, 0, 4294967296, 4294967296, 0, 9007199254740993]> : tensor<10xui64>},
    %c: tensor<10xi32> {check.input = dense<[0, 1, 2, 3, -1, -2, 5, 7, 31, 4]> : tensor<10xi32>})
    -> (tensor<10xui64> {check.expected = dense<[18446744073709551615, 9007199254740993, 18446744073709551615, 18446744073709551614, 9007199254740994, 9007199254740993, 12297829386768001706, 8589934592, 18446744073709551615, 9007199254740993]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[18446744073709551615, 18437736874454810623, 1, 0, 18437736874454810624, 9007199254740993, 12297829378178067114, 0, 18446744073709551615, 18437736874454810623]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[0, 0, 9223372036854775808, 1, 9007199254740993, 0, 12297829379609722880, 0, 0, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[0, 0, 1, 1, 0, 0, 2863311530, 1, 0, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[0, 0, 1, 0, 1, 0, 2863311530, 0, 0, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[18446744073709551615, 9007199254740993, 9223372036854775808, 9223372036854775807, 9007199254740993, 9007199254740993, 12297829382473034410, 4294967296, 18446744073709551615, 9007199254740993]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[0, 0, 9223372036854775807, 9223372036854775807, 1, 0, 4294967296, 4294967296, 0, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[18446744073709551615, 0, 9223372036854775808, 9223372036854775807, 1, 9007199254740993, 12297829382473034410, 4294967296, 18446744073709551615, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[0, 0, 1, 0, 1, 0, 2863311530, 0, 0, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[1, 0, 9223372036854775808, 9223372036854775809, 18446744073709551615, 18437736874454810623, 6148914691236517206, 18446744069414584320, 1, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[18446744073709551615, 0, 9223372036854775808, 9223372036854775807, 1, 9007199254740993, 12297829382473034410, 4294967296, 18446744073709551615, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[1, 0, 1, 1, 1, 1, 1, 1, 1, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[1, 0, 0, 9223372036854775807, 1, 0, 9033590719224019104, 0, 18446744073709551615, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[1, 0, 0, 9223372036854775807, 1, 1, 0, 0, 1, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[12306836586022742697, 12306836586022742698, 12306836586022742698, 3083464549167966890, 12306836586022742699, 12306836586022742698, 12297829386768001705, 4294967295, 18446744073709551615, 0]> : tensor<10xui64>}, tensor<10xui64> {check.expected = dense<[1, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<10xui64>}) {
  %y0 = nn.add %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y1 = nn.sub %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y2 = nn.mul %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y3 = nn.div %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y4 = nn.mod %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y5 = nn.max %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y6 = nn.min %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y7 = nn.prelu %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y8 = nn.mod %a, %b {truncated} : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y9 = nn.neg %a : (tensor<10xui64>) -> tensor<10xui64>
  %y10 = nn.abs %a : (tensor<10xui64>) -> tensor<10xui64>
  %y11 = nn.sign %a : (tensor<10xui64>) -> tensor<10xui64>
  %y12 = nn.pow %a, %c : (tensor<10xui64>, tensor<10xi32>) -> tensor<10xui64>
  %y13 = nn.pow %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %y14 = nn.cum_sum %a {axis = 0 : i64, reverse} : (tensor<10xui64>) -> tensor<10xui64>
  %y15 = nn.cum_prod %b {axis = 0 : i64, exclusive} : (tensor<10xui64>) -> tensor<10xui64>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15 : tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>
}
