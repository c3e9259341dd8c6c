"""Card text: reads what attacks say into frozen effects, and prints effects as text."""
