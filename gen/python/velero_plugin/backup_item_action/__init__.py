# Generated with the stubs beside it. DO NOT EDIT.
