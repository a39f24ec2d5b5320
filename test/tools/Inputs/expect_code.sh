# expect_code.sh CODE COMMAND…: runs the command; fails unless it exits with CODE.
# A shell's script: hundreds of tests start it, and Python alone takes as long to start as what most of them try.
expected=$1
shift
"$@"
code=$?
if [ "$code" != "$expected" ]; then
  echo "exit code $code, expected $expected: $*" >&2
  exit 1
fi
