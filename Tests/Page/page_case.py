"""What all tests of the page share: one host and one browser for each class."""

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
        # A script that fails, or what the policy refuses, is a fault of each test.
        self.assertEqual(self.browser.errors(), [])

    def until(self, what, condition):
        return self.browser.until(what, condition)
