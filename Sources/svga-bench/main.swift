import SVGAPlatform

exit(Bench.run(arguments: Array(CommandLine.arguments.dropFirst())))
