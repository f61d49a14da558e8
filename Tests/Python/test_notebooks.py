"""Tests that the notebooks of Examples/Python run from top to bottom and are stored with outputs."""

import glob
import os
import unittest

import nbformat
from nbclient import NotebookClient

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                      "Examples", "Python", "notebooks")


class NotebookTests(unittest.TestCase):
    def test_all_run(self):
        paths = sorted(glob.glob(os.path.join(FOLDER, "*.ipynb")))
        self.assertEqual(len(paths), 3)
        for path in paths:
            with self.subTest(os.path.basename(path)):
                notebook = nbformat.read(path, as_version=4)
                nbformat.validate(notebook)
                for cell in notebook.cells:
                    if cell.cell_type == "code":
                        self.assertIsNotNone(cell.execution_count, "it is stored without outputs")
                        self.assertFalse([output for output in cell.outputs
                                          if output.output_type == "error"])
                NotebookClient(notebook, timeout=300, kernel_name="python3",
                               resources={"metadata": {"path": FOLDER}}).execute()


if __name__ == "__main__":
    unittest.main()
