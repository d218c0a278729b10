"""Doors that a program opens and others walk through."""
