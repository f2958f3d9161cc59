import ConformanceSuite
import SVGAPlatform

exit(SuiteTool.run(Array(CommandLine.arguments.dropFirst())))
