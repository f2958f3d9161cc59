"""A wheel with libsvga in it is for one kind of machine, and for any version of Python."""

from pathlib import Path

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    # Before setuptools 70.
    from wheel.bdist_wheel import bdist_wheel

HAS_LIBRARY = any(Path(__file__).parent.glob("svga*/lib"))


class Wheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = not HAS_LIBRARY

    def get_tag(self):
        platform = super().get_tag()[2]
        return "py3", "none", platform if HAS_LIBRARY else "any"


class Package(Distribution):
    def has_ext_modules(self):
        return HAS_LIBRARY


setup(cmdclass={"bdist_wheel": Wheel}, distclass=Package)
