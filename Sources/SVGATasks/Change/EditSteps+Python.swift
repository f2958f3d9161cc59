import SVGASupport

extension EditSteps {
    /// Python that writes the same file.
    /// - Parameters:
    ///   - isImported: whether the input is a Lottie.
    ///   - name: the name of a file in the program.
    /// - Returns: nil if the Python module cannot express a step, or if the input is a Lottie.
    package func python(input: String, output: String, isImported: Bool = false, naming name: (FileName) -> String) -> String? {
        guard !isImported, !steps.isEmpty else { return nil }
        var lines = ["import svga", "", "movie = svga.open(\(ProgramLiteral.python(input)))"]
        for run in runs {
            guard let call = python(run, naming: name) else { return nil }
            lines.append("movie = movie.\(call)")
        }
        return (lines + ["movie.save(\(ProgramLiteral.python(output)))"]).joined(separator: "\n") + "\n"
    }

    private func python(_ run: Run, naming name: (FileName) -> String) -> String? {
        switch run.command {
        case .edit:
            var parts: [String] = []
            for step in steps[run.steps] {
                guard let step = pythonStep(step, naming: name) else { return nil }
                parts.append(step)
            }
            if allowsPlayerFindings(in: run) { parts.append("allow_player_findings=True") }
            return parts.count == 1 ? "edit(\(parts[0]))" : "edit(\n" + parts.map { "    \($0),\n" }.joined() + ")"
        case .optimize:
            var parts: [String] = []
            for option in steps[run.steps.lowerBound].options {
                guard let value = option.pythonValue(naming: name) else { return nil }
                parts.append("\(option.name.replacing("-", with: "_"))=\(value)")
            }
            if allowsPlayerFindings(in: run) { parts.append("allow_player_findings=True") }
            return "optimize(\(parts.joined(separator: ", ")))"
        case .fix:
            var parts: [String] = []
            for option in steps[run.steps.lowerBound].options {
                guard option.name == "for", let value = option.pythonValue(naming: name) else { return nil }
                parts.append(value)
            }
            return parts.count > 1 ? nil : "fix(\(parts.joined()))"
        }
    }

    /// A dictionary of the step's options.
    private func pythonStep(_ step: EditStep, naming name: (FileName) -> String) -> String? {
        var members: [String] = []
        for option in step.options {
            guard let value = option.pythonValue(naming: name) else { return nil }
            members.append("\(ProgramLiteral.python(option.name.replacing("-", with: "_"))): \(value)")
        }
        return "{\(members.joined(separator: ", "))}"
    }
}

extension EditStep.Option {
    /// The options whose value is a number in Python.
    private static let numbers: Set<String> = ["set-fps", "scale", "quality", "max-dim", "density", "min-ssim"]

    /// - Returns: nil if the module cannot express the value.
    fileprivate func pythonValue(naming name: (FileName) -> String) -> String? {
        switch value {
        case .flag: return "True"
        case .word(let word):
            return Self.numbers.contains(self.name) && Double(argument: word) != nil ? word : ProgramLiteral.python(word)
        case .keyed(let key, let word):
            if JSONOptions.keyed.contains(self.name) { return "{\(ProgramLiteral.python(key)): \(ProgramLiteral.python(word))}" }
            return key.isEmpty || key.contains("=") ? nil : ProgramLiteral.python("\(key)=\(word)")
        case .image(let argument):
            return "{\(ProgramLiteral.python(argument.key)): \(ProgramLiteral.python(argument.named(name(argument.choice.file)).word))}"
        case .style(let key, let changes):
            let parts = changes.map { "\(ProgramLiteral.python($0.name)): \(ProgramLiteral.python($0.value))" }
            return "{\(ProgramLiteral.python(key)): {\(parts.joined(separator: ", "))}}"
        case .sound(let key, let file):
            let path = FilePath(name(file)).notAnOption
            return key.isEmpty || key.contains("=") ? nil : ProgramLiteral.python("\(key)=\(path)")
        case .movie(let argument):
            return argument.named(FilePath(name(argument.file)).notAnOption).word.map(ProgramLiteral.python)
        }
    }
}

extension ImageArgument {
    /// The same image from a file with another name.
    func named(_ name: String) -> ImageArgument {
        var choice = choice
        choice.file = FileName(path: FilePath(name).notAnOption)
        return ImageArgument(key: key, choice: choice, density: density)
    }
}
