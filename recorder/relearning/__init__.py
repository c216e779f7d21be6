"""The use case of `record --again`: a changed site recorded anew, its runs and patterns kept."""
