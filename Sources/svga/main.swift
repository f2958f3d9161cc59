import SVGACommand

CommandLineTool.main()
