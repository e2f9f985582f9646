"""COMBINING TPC AND TVC: men on foot and vehicles in one fight."""
