"""One test for all rows of a printed table."""


def for_each(rows, *columns):
    """A test of one row, or of a tuple that ends with one, becomes a test of all, which names each row that fails.

    The name of a row is what stands in these columns.
    """
    items = [item if isinstance(item, tuple) else (item,) for item in rows]
    assert items

    def of_all(check):
        def test():
            failed = []
            for item in items:
                try:
                    check(*item)
                except Exception as wrong:
                    names = [*map(str, item[:-1]), *(item[-1][column] for column in columns)]
                    failed.append(f"{' '.join(filter(None, names))}: {type(wrong).__name__} {wrong}")
            assert not failed, "\n".join(failed)

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return of_all
