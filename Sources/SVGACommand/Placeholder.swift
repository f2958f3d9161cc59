import SVGAModel
