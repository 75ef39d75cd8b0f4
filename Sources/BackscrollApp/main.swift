print("backscroll")
