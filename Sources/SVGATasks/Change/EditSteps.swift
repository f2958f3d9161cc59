import SVGAEdit
import SVGAFormat
import SVGAModel
package import SVGASupport

/// The steps of an edit session, in order. Consecutive steps of `svga edit` are one command.
package struct EditSteps: Sendable {
    /// The steps of one command.
    package struct Run: Hashable, Sendable {
        package let command: EditStep.Command
        package let steps: Range<Int>

        /// The same command with only its first steps.
        package func prefix(before step: Int) -> Run { Run(command: command, steps: steps.lowerBound..<max(steps.lowerBound, step)) }
    }

    /// What one step did.
    package struct Report: Hashable, Sendable {
        package var notes: [Message] = []
        package var warnings: [TaskWarning] = []
    }

    package struct Outcome: Sendable {
        package let bytes: [UInt8]
        /// One for each step of the run.
        package let reports: [Report]
    }

    package struct Failure: Error {
        /// The index of the step that cannot be applied.
        package let step: Int
        package let error: TaskError

        package init(step: Int, error: TaskError) { (self.step, self.error) = (step, error) }
    }

    package let steps: [EditStep]
    package var allowsPlayerFindings = false
    package var common: CommonOptions

    package init(_ steps: [EditStep], common: CommonOptions = CommonOptions()) { (self.steps, self.common) = (steps, common) }

    /// The commands in order.
    package var runs: [Run] {
        var runs: [Run] = []
        for (index, step) in steps.enumerated() {
            if step.command == .edit, let last = runs.last, last.command == .edit {
                runs[runs.count - 1] = Run(command: .edit, steps: last.steps.lowerBound..<index + 1)
            } else {
                runs.append(Run(command: step.command, steps: index..<index + 1))
            }
        }
        return runs
    }

    /// Whether the result of a run may be worse on some player: a later repair is compared with the file before all steps, see
    /// ``check(_:since:of:)``.
    package func allowsPlayerFindings(in run: Run) -> Bool {
        allowsPlayerFindings || run.command != .fix && steps[run.steps.upperBound...].contains { $0.command == .fix }
    }

    /// Rejects the result of all steps if they contain a repair, and some player shows the result worse than the file before them.
    package func check(_ result: [UInt8], since bytes: [UInt8], of input: FileName) throws(Failure) {
        guard !allowsPlayerFindings, let repair = steps.lastIndex(where: { $0.command == .fix }) else { return }
        var inputs = [bytes]
        var renamed: [(old: String, new: String)] = []
        for run in runs where run.command == .edit {
            for request in try editTask(run).0.requests {
                if let renaming = request.renaming { renamed.append(renaming) }
                guard case .merge(let argument) = request else { continue }
                do throws(SVGAError) {
                    inputs.append(try FileBytes.read(path: argument.file.path, limits: common.limits))
                } catch {
                    throw Failure(step: run.steps.lowerBound, error: error.taskError(file: argument.file.path))
                }
            }
        }
        do throws(TaskError) {
            _ = try PlayerFindingGuard.check(
                result, since: inputs, name: input.path, renamed: renamed, isConverted: true, limits: common.limits)
        } catch {
            throw Failure(step: repair, error: error)
        }
    }

    /// Applies the steps of one command.
    package func run(_ run: Run, on bytes: [UInt8], of input: FileName, in context: TaskContext) async throws(Failure) -> Outcome {
        switch run.command {
        case .edit: return try edit(run, bytes, input, context)
        case .optimize, .fix:
            do throws(TaskError) {
                let options = steps[run.steps.lowerBound].options
                return run.command == .fix ? try fix(options, bytes, input, context) : try await optimize(run, bytes, input, context)
            } catch {
                throw Failure(step: run.steps.lowerBound, error: error)
            }
        }
    }

    private func edit(_ run: Run, _ bytes: [UInt8], _ input: FileName, _ context: TaskContext) throws(Failure) -> Outcome {
        let range = run.steps
        let (task, owners) = try editTask(run)
        var position = 0
        do throws(TaskError) {
            try task.validate()
            let result = try task.run(bytes, of: input, output: nil, in: context) { position = $0 }
            var reports = [Report](repeating: Report(), count: range.count)
            for (note, step) in zip(result.edits, owners) { reports[step - range.lowerBound].notes.append(note) }
            for (warning, edit) in zip(result.warnings, result.warningEdits) {
                reports[owners[edit] - range.lowerBound].warnings.append(warning)
            }
            return Outcome(bytes: result.bytes, reports: reports)
        } catch {
            throw Failure(step: owners.indices.contains(position) ? owners[position] : range.lowerBound, error: error)
        }
    }

    /// The task for steps of `svga edit`, and the step of each of its requests.
    func editTask(_ run: Run) throws(Failure) -> (EditTask, owners: [Int]) {
        var task = EditTask()
        (task.common, task.allowsPlayerFindings) = (common, allowsPlayerFindings(in: run))
        var owners: [Int] = []
        for index in run.steps {
            for option in steps[index].options {
                let keys = task.requests.map(\.textKey)
                do throws(TaskError) {
                    try option.store(&task)
                } catch {
                    throw Failure(step: index, error: error)
                }
                // A text replaces an earlier text of the same key.
                if case .keyed(let key, _) = option.value, option.name == "set-text",
                    let replaced = keys.firstIndex(where: { $0?.hasSameBytes(as: key) == true })
                {
                    owners.remove(at: replaced)
                }
                owners += Array(repeating: index, count: max(0, task.requests.count - owners.count))
            }
        }
        return (task, owners)
    }

    private func optimize(
        _ run: Run, _ bytes: [UInt8], _ input: FileName, _ context: TaskContext
    ) async throws(TaskError) -> Outcome {
        var task = OptimizeTask()
        (task.common, task.allowsPlayerFindings) = (common, allowsPlayerFindings(in: run))
        for option in steps[run.steps.lowerBound].options { try option.store(&task, OptimizeTask.pageParameters) }
        try task.validate()
        let sounds = try task.prepare()
        let result = try await task.run(bytes, of: input, sounds: sounds, in: context)
        let sizes: Message = "\(Units.bytes(result.bytesBefore)) → \(Units.bytes(result.bytesAfter))"
        return Outcome(bytes: result.bytes, reports: [Report(notes: [sizes] + result.remarks)])
    }

    private func fix(
        _ options: [EditStep.Option], _ bytes: [UInt8], _ input: FileName, _ context: TaskContext
    ) throws(TaskError) -> Outcome {
        var task = FixTask()
        task.common = common
        for option in options { try option.store(&task, FixTask.pageParameters) }
        try task.validate()
        let repair = try task.run(bytes, of: input, in: context)
        return Outcome(bytes: repair.bytes, reports: [Report(notes: repair.messages)])
    }

    // MARK: Command lines

    /// The command lines that write the same file, each as its words after `svga`.
    /// - Parameters:
    ///   - isImported: whether the input is a Lottie, which `svga import` reads first.
    ///   - name: the name of a file in the command line.
    /// - Returns: nil if a command line cannot express a step.
    package func commandLines(
        input: String, output: String, isImported: Bool = false, naming name: (FileName) -> String
    ) -> [[String]]? {
        let (input, output) = (FilePath(input).notAnOption, FilePath(output).notAnOption)
        var lines: [[String]] = isImported ? [["import", input, "-o", output]] : []
        for run in runs {
            var words = [run.command.rawValue] + (lines.isEmpty ? [input, "-o", output] : [output])
            var options = lines.isEmpty ? [] : [EditStep.Option("in-place", .flag)]
            if allowsPlayerFindings(in: run), run.command != .fix { options.append(EditStep.Option("allow-player-findings", .flag)) }
            for option in options + steps[run.steps].flatMap(\.options) {
                guard let next = option.words(naming: name) else { return nil }
                words += next
            }
            lines.append(words)
        }
        return lines
    }
}
