"""install_tuning.py FOLDER DATABASE PRODUCTS: the libraries beside the folder PRODUCTS under FOLDER/lib, the database beside them."""

import glob
import os
import shutil
import sys

folder, database, products = sys.argv[1:]
libraries = os.path.join(products, "..", "lib")
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(os.path.join(folder, "lib"))
os.makedirs(os.path.join(folder, "share", "qopt"))
for library in glob.glob(os.path.join(libraries, "*.so*")):
    os.symlink(os.path.abspath(library), os.path.join(folder, "lib", os.path.basename(library)))
shutil.copy(database, os.path.join(folder, "share", "qopt", "tuning.sqlite"))
