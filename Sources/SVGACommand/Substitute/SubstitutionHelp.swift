/// What `svga help substitution` says beyond its options.
enum SubstitutionHelp {
    static var note: String {
        """
        KEY is a sprite's name; svga inspect --keys IN lists them. Each option may be
        repeated, and a later one wins over an earlier one.
        After FILE of --set-image, each at most once:
          ,fit=fill|contain|cover|none  ,mask=none|circle|original|round:R
          Every other comma or = is part of the file's name.
        Styles: name:value with commas between, such as size:24,color:#fff,italic
        \(styles)FILE of --vars; names in it are relative to it:
          {"images": {"user1": "a.png", "ring": {"file": "b.png", "fit": "cover"}},
           "texts": {"name": {"text": "Ann", "style": {"size": 24}}}, "hide": ["x"]}

        """
    }

    /// The table of properties, filled into lines.
    private static var styles: String {
        var lines: [String] = []
        var line = " "
        for property in TextStyleProperty.all {
            let word = property.form.isEmpty ? property.name : "\(property.name):\(property.form)"
            if line.count + 1 + word.count > 80 {
                lines.append(line)
                line = " "
            }
            line += " " + word
        }
        return (lines + [line]).map { $0 + "\n" }.joined()
    }
}
