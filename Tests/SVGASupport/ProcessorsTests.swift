import Testing

@testable import SVGASupport

@Suite struct ProcessorsTests {
    private func quota(_ files: [String: String]) -> Int? { Processors.quota { files[$0] } }

    @Test func `there is at least one processor`() {
        #expect(Processors.count >= 1)
    }

    @Test(arguments: [("100000 100000\n", 1.0), ("150000 100000\n", 1.5), ("50000 100000", 0.5), ("800000 50000\n", 16)])
    func `cpu.max is time and period`(text: String, processors: Double) {
        #expect(Processors.quota(cpuMax: text) == processors)
    }

    @Test(arguments: ["max 100000\n", "", "100000", "0 100000", "100000 0", "-1 100000", "a b", "1 2 3"])
    func `a cpu.max without a limit, or that is none, is no quota`(text: String) {
        #expect(Processors.quota(cpuMax: text) == nil)
    }

    @Test func `version 2 in a container has the limit at the root`() {
        #expect(quota(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"]) == 2)
        #expect(quota(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "20000 100000\n"]) == 1)
        #expect(quota(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"]) == nil)
    }

    @Test func `the least quota of a group and those around it counts`() {
        let files = [
            "/proc/self/cgroup": "0::/system.slice/svga.service\n", "/sys/fs/cgroup/system.slice/cpu.max": "300000 100000",
            "/sys/fs/cgroup/system.slice/svga.service/cpu.max": "max 100000",
        ]
        #expect(quota(files) == 3)
        #expect(quota(files.merging(["/sys/fs/cgroup/system.slice/svga.service/cpu.max": "200000 100000"]) { $1 }) == 2)
    }

    @Test func `version 1 has the limit in two files, in the group's folder or, in a container, at the root`() {
        let groups = "5:memory:/docker/a\n4:cpu,cpuacct:/docker/a\n"
        let root = "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_"
        #expect(quota(["/proc/self/cgroup": groups, root + "quota_us": "250000\n", root + "period_us": "100000\n"]) == 3)
        #expect(quota(["/proc/self/cgroup": groups, root + "quota_us": "-1\n", root + "period_us": "100000\n"]) == nil)
        let group = "/sys/fs/cgroup/cpu/docker/a/cpu.cfs_"
        #expect(quota(["/proc/self/cgroup": groups, group + "quota_us": "100000\n", group + "period_us": "50000\n"]) == 2)
    }

    @Test func `a path that leads out of what is seen stays at the root`() {
        #expect(quota(["/proc/self/cgroup": "0::/../../other\n", "/sys/fs/cgroup/cpu.max": "100000 100000\n"]) == 1)
    }

    @Test func `without control groups there is no quota`() {
        #expect(quota([:]) == nil)
        #expect(quota(["/proc/self/cgroup": "nonsense\n1:cpu\n"]) == nil)
    }
}
