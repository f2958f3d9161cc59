// Puts a picture into the file, trims it and makes it smaller.
import Foundation
import SVGAKit

var document = try SVGADocument(contentsOf: URL(fileURLWithPath: "gift.svga"))
try document.apply(.setImage(key: "user1", bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: "photo.jpg"))), fit: .cover))
try document.apply(.trim(first: 0, last: 59))
var options = OptimizeOptions()
options.quality = 80
let result = try await Optimizer.optimize(document.write(as: .v2), options: options)
print("\(result.bytesBefore) → \(result.bytes.count) bytes, similarity at least \(result.lowestSimilarity)")
