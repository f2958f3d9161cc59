import SVGACommand

await CommandLineTool.main()
