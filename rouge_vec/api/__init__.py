"""What is called: checks what the user gave, makes one call down, hands one frame up."""

__all__ = ["functions", "notices", "scorer", "shown_options"]
