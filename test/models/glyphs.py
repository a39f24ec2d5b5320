"""The ten digits as strokes: lists of polylines in a unit box, y downwards.

Each digit has one or more ways of writing it.
"""

import numpy as np


def arc(cx, cy, rx, ry, start, end, steps=20):
    """Ellipse arc; degrees, clockwise on the screen, 0 at three o'clock."""
    a = np.radians(np.linspace(start, end, steps))
    return np.stack([cx + rx * np.cos(a), cy + ry * np.sin(a)], axis=1)


def line(*points):
    return np.array(points, dtype=np.float64)


def join(*parts):
    return np.concatenate(parts)


def variants(digit):
    return {
        0: [[arc(.5, .5, .33, .48, -90, 270, 40)],
            [arc(.5, .5, .25, .48, -60, 300, 40)]],
        1: [[line((.5, .02), (.5, .98))],
            [line((.32, .22), (.52, .02), (.52, .98))]],
        2: [[join(arc(.5, .28, .32, .26, -160, 40),
                  line((.15, .95), (.88, .95)))],
            [join(arc(.48, .27, .3, .25, -180, 50),
                  line((.45, .72), (.12, .95), (.5, .93), (.92, .97)))]],
        3: [[join(arc(.45, .26, .3, .24, -150, 90),
                  arc(.45, .73, .35, .25, -90, 150))],
            [join(arc(.47, .27, .28, .25, -140, 80),
                  arc(.45, .73, .37, .25, -80, 140))]],
        4: [[line((.28, .04), (.14, .58), (.88, .58)),
             line((.72, .04), (.7, .98))],
            [line((.25, .05), (.2, .5), (.75, .52)),
             line((.78, .03), (.72, .98))]],
        5: [[join(line((.84, .04), (.28, .04), (.24, .44)),
                  arc(.45, .69, .36, .28, -110, 140))],
            [join(line((.3, .06), (.26, .45)),
                  arc(.45, .7, .35, .27, -120, 150)),
             line((.3, .05), (.86, .04))]],
        6: [[join(line((.66, .03), (.42, .22)),
                  arc(.5, .7, .3, .28, 205, -155, 36))],
            [join(arc(.75, .6, .58, .58, -110, -170, 14),
                  arc(.47, .72, .29, .26, 190, -170, 36))]],
        7: [[line((.12, .05), (.86, .05), (.42, .98))],
            [line((.14, .1), (.84, .06), (.62, .45), (.48, .98))]],
        8: [[arc(.5, .26, .25, .24, 90, 450, 30),
             arc(.5, .74, .31, .25, -90, 270, 30)],
            [join(arc(.5, .27, .27, .24, -20, -270, 24),
                  arc(.5, .74, .29, .24, -90, 270, 30),
                  arc(.5, .27, .27, .24, 90, -20, 12))]],
        9: [[arc(.48, .3, .29, .27, 0, 360, 34),
             line((.77, .3), (.74, .6), (.62, .98))],
            [join(arc(.47, .29, .29, .26, -20, -360, 34),
                  line((.76, .2), (.72, .98)))]],
    }[digit]
