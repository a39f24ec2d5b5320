// One file each; `code` receives what the process exits with.
#pragma once

namespace CLI {
class App;
}

namespace qopt::run {

void addRun(CLI::App &app, int &code);
void addCalibrate(CLI::App &app, int &code);
void addLabel(CLI::App &app, int &code);
void addMerge(CLI::App &app, int &code);
void addAccuracy(CLI::App &app, int &code);
void addQuantize(CLI::App &app, int &code);
void addRepair(CLI::App &app, int &code);
void addReport(CLI::App &app, int &code);
void addConvertCalibration(CLI::App &app, int &code);
void addEval(CLI::App &app, int &code);
void addCompare(CLI::App &app, int &code);
void addEnough(CLI::App &app, int &code);
void addExplain(CLI::App &app, int &code);
void addGate(CLI::App &app, int &code);
void addSearch(CLI::App &app, int &code);
void addLintData(CLI::App &app, int &code);
void addCompile(CLI::App &app, int &code);
void addRefit(CLI::App &app, int &code);
void addBench(CLI::App &app, int &code);
void addTune(CLI::App &app, int &code);
void addDevices(CLI::App &app, int &code);

} // namespace qopt::run
