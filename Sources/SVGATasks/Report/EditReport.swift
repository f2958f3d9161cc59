package import SVGASupport

/// What `svga edit` did with one file.
package struct EditReport: ChangeReport, Sendable {
    /// As it was written on the command line, or found in a folder.
    package let file: String
    /// nil: nothing was written.
    package var output: String?
    /// What each edit did, one line each.
    package var edits: [String] = []
    package var bytesBefore: Int?
    package var bytesAfter: Int?
    /// Why nothing was written, for one of several files.
    package var error: String?

    package init(
        file: String, output: String? = nil, edits: [String] = [], bytesBefore: Int? = nil, bytesAfter: Int? = nil, error: String? = nil
    ) {
        self.file = file
        self.output = output
        self.edits = edits
        self.bytesBefore = bytesBefore
        self.bytesAfter = bytesAfter
        self.error = error
    }
}

extension EditReport {
    package init(file: String, error: String) {
        self.file = file
        self.error = error
    }

    /// The contract of `--json`: every name is always there, and what is not known is null.
    package var members: JSONValue {
        [
            "file": file, "output": output, "edits": edits, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter, "error": error,
        ]
    }

    package var json: JSONValue {
        ["schema": 1, "file": file, "output": output, "edits": edits, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter]
    }
}
