"""The style sheet of an event's web site: for screens of any width, for paper, for the dark."""

__all__ = ["STYLE"]

STYLE = """\
:root { --ink: #1c1a17; --paper: #fffdf8; --line: #d8d0c0; --head: #f3ecdd; --red: #9b1c1c;
  color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee8dc; --paper: #1b1916; --line: #4a443a; --head: #2a2620; --red: #ff9a8a }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 66rem; padding: 0 1rem 2rem; color: var(--ink);
  background: var(--paper);
  font: 1rem/1.55 "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei",
    system-ui, sans-serif }
a { color: var(--red); text-underline-offset: .15em }
header { border-bottom: 2px solid var(--red); padding: 1rem 0 .6rem; margin-bottom: 1rem }
header h1 { font-size: 1.5rem; margin: 0; line-height: 1.3 }
header h1 a { color: inherit; text-decoration: none }
header p { margin: .2rem 0 .6rem; opacity: .8 }
.tongue { float: right; margin-left: 1rem }
nav { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; margin-top: .4rem }
nav a, nav span { padding: .25rem .6rem; min-width: 2.2rem; text-align: center }
nav a { border: 1px solid var(--line); border-radius: .4rem; text-decoration: none }
nav span { opacity: .75; padding-right: 0 }
nav a[aria-current] { background: var(--red); border-color: var(--red); color: var(--paper) }
h2 { font-size: 1.25rem; margin: 1rem 0 .6rem }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .5rem }
main { overflow-x: auto }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .5rem; text-align: center }
th { background: var(--head); font-weight: 600; white-space: nowrap }
td { overflow-wrap: break-word; max-width: 18em }
td.name { text-align: left; min-width: 5.5em; overflow-wrap: anywhere }
td.fig { font-variant-numeric: tabular-nums; white-space: nowrap }
td.self { background: var(--line) }
.wide { font-size: .9rem }
.total { display: block; font-weight: 600 }
.working td { vertical-align: top }
.working td:last-child { font-size: .9rem }
.rules h3 { margin: .9rem 0 .2rem }
.rules ul { margin: 0 }
.sign { display: none }
svg { max-width: 100%; height: auto; background: #fff }
footer { font-size: .85rem; opacity: .75; margin-top: 1.5rem }
@media (max-width: 40rem) {
  body { padding: 0 .6rem 1.5rem }
  th, td { padding: .35rem .3rem }
  header h1 { font-size: 1.2rem }
}
@media print {
  :root { --ink: #000; --paper: #fff; --line: #000; --head: #eee; --red: #000 }
  body { max-width: none; padding: 0; font-size: 10pt }
  nav, .tongue { display: none }
  main { overflow: visible }
  a { color: inherit; text-decoration: none }
  thead { display: table-header-group }
  tr { break-inside: avoid }
}
"""
