package import SVGASupport

/// The report of `svga edit` on one file.
package struct EditReport: ChangeReport, Sendable {
    /// The name on the command line, or of a file in a folder.
    package let file: String
    /// nil if nothing was written.
    package var output: String?
    /// One line for each edit.
    package var edits: [Message] = []
    package var warnings: [TaskWarning] = []
    package var bytesBefore: Int?
    package var bytesAfter: Int?
    /// The reason why nothing was written, for one of several files.
    package var error: String?

    package init(
        file: String, output: String? = nil, edits: [Message] = [], warnings: [TaskWarning] = [], bytesBefore: Int? = nil,
        bytesAfter: Int? = nil, error: String? = nil
    ) {
        self.file = file
        self.output = output
        self.edits = edits
        self.warnings = warnings
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

    /// The stable JSON of `--json`: all members are always present; unknown values are null.
    package var members: JSONValue {
        [
            "file": file, "output": output, "edits": edits, "warnings": warningList, "bytesBefore": bytesBefore,
            "bytesAfter": bytesAfter, "error": error,
        ]
    }

    package var json: JSONValue {
        [
            "schema": 1, "file": file, "output": output, "edits": edits, "warnings": warningList, "bytesBefore": bytesBefore,
            "bytesAfter": bytesAfter,
        ]
    }

    private var warningList: JSONValue {
        .array(warnings.map { ["code": $0.code.name, "key": $0.key, "message": $0.text.text(as: .json)] })
    }
}
