"""The base of all tests of the page: one host and one browser per class."""

import unittest

from page_browser import PageBrowser
from running_host import RunningHost


class PageCase(unittest.TestCase):
    view = "patch"

    @classmethod
    def setUpClass(cls):
        cls.host = RunningHost(f"page-{cls.__name__.lower()}").start()
        cls.addClassCleanup(cls.host.stop)
        cls.browser = PageBrowser()
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.open(cls.host.address, cls.view)

    def tearDown(self):
        # A script error or a policy violation fails the test.
        self.assertEqual(self.browser.errors(), [])

    def until(self, what, condition):
        return self.browser.until(what, condition)
