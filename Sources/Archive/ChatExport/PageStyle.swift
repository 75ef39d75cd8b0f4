/// The common parts of all exported pages: their style and symbols.
///
/// The page has no script, and its policy allows none, regardless of the messages' contents. Pictures and sounds come
/// from the page's folder or from the disk; nothing comes from the network.
enum PageStyle {
  static let policy = """
    default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: data:; media-src 'self' file:; \
    base-uri 'none'; form-action 'none'
    """

  /// The colors of the window. Sizes are in points, so that they follow the browser's scale.
  static let css = """
    :root{color-scheme:light dark;--bg:#f6f7fa;--card:#fff;--fg:#1c1c21;--dim:#5c5d68;--line:rgba(20,20,40,.1);\
    --hover:rgba(20,20,40,.06);--link:#1a5fb4;--quote:rgba(27,103,204,.07);--o1:#2270d4;--o2:#1a62c2;\
    --oq:rgba(0,10,40,.2);--sunken:#e7e8ed;\
    --n0:#c2413a;--n1:#956000;--n2:#397629;--n3:#0f7c78;--n4:#216f9f;--n5:#7a4bc4;--n6:#b0368a;--n7:#566178}
    @media screen and (prefers-color-scheme:dark){:root{--bg:#1f1f25;--card:#303038;--fg:#f3f3f6;--dim:#abacb8;\
    --line:rgba(255,255,255,.1);--hover:rgba(255,255,255,.08);--link:#86b6f4;--quote:rgba(134,182,244,.1);\
    --o1:#2a68c0;--o2:#2158a8;--sunken:#121216;\
    --n0:#ff9a8d;--n1:#f3bd5f;--n2:#8ddb7a;--n3:#6fd6cf;--n4:#86c5f4;--n5:#c9adf8;--n6:#f49ad4;--n7:#b9c3d6}}
    *{box-sizing:border-box}
    html{background:var(--bg);color:var(--fg);font:11pt/1.36 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;\
    overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
    body{max-width:60rem;margin:0 auto;padding:0 1rem 3rem}
    header{padding:1.5rem 0 .75rem;border-bottom:1px solid var(--line)}
    h1{font-size:20pt;line-height:1.25;margin:0}
    header p{margin:.25rem 0 0;color:var(--dim)}
    nav{overflow-x:auto}
    nav table{border-collapse:collapse;margin:1rem 0 0;font-size:9pt;font-variant-numeric:tabular-nums}
    nav th,nav td{padding:.15rem .45rem;text-align:center;font-weight:400}
    nav th{text-align:start;color:var(--dim)}
    a{color:var(--link)}
    .k{content-visibility:auto;padding-bottom:.75rem}
    .d{font-size:9pt;font-weight:600;line-height:1.4;color:var(--dim);text-align:center;margin:.75rem 0;padding-top:.75rem}
    .d span{display:inline-block;background:var(--hover);border-radius:13px;padding:.3rem .8rem}
    .s{font-size:9pt;color:var(--dim);text-align:center;margin:.9rem auto;max-width:80%;white-space:pre-wrap}
    .g{position:relative;padding-inline-start:44px;margin-top:12px}
    .a{position:absolute;inset-inline-start:0;bottom:0;width:36px;height:36px;border-radius:50%;color:#fff;\
    text-align:center;font:600 10pt/36px system-ui,sans-serif;user-select:none;overflow:hidden}
    .m{margin-top:2px;scroll-margin-top:2rem}
    .b{width:fit-content;max-width:min(560px,84%);min-width:4rem;background:var(--card);border-radius:6px 18px 18px 6px;\
    padding:8px 13px;box-shadow:0 1px 2px rgba(0,0,0,.07)}
    .g>.m:first-of-type .b{border-start-start-radius:18px}
    .g>.m:last-of-type .b{border-end-start-radius:18px}
    [dir=rtl] .b{border-radius:18px 6px 6px 18px}
    .o{padding-inline-start:0}
    .o .b{margin-inline-start:auto;background:linear-gradient(var(--o1),var(--o2));color:#fff;border-radius:18px 6px 6px 18px;\
    box-shadow:none}
    .o>.m:first-of-type .b{border-start-end-radius:18px}
    .o>.m:last-of-type .b{border-end-end-radius:18px}
    .o a,.o .at,.g.o .n{color:#fff}
    .g.o .e1 .n{color:var(--dim)}
    .m:target .b,.s:target{outline:2px solid var(--link);outline-offset:2px}
    .n{display:block;font-size:10pt;font-weight:600}
    .t{white-space:pre-wrap}
    .e1 .b{background:none;box-shadow:none;padding-inline:0}
    .e1 .t{font-size:30pt;line-height:1.3}
    .x{font-style:italic;opacity:.85}
    .f{font-size:9pt;color:var(--dim);margin-top:2px;font-variant-numeric:tabular-nums}
    .o .f,.o .w,.o .v{color:#e6f0fd}
    .e1 .f{color:var(--dim)}
    .w{font-size:9pt;color:var(--dim);margin:0 0 2px}
    .q{display:block;margin:2px -4px 4px;padding:3px 10px;border-radius:10px;background:var(--quote);color:inherit;\
    text-decoration:none;border-inline-start:3px solid var(--link);font-size:10pt}
    .q b,.q span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .o .q{background:var(--oq);border-color:#fff;color:#e6f0fd}
    .o .q b{color:#fff}
    blockquote{margin:4px 0;padding:2px 10px;border-inline-start:3px solid var(--link);background:var(--quote);border-radius:6px}
    .o blockquote{background:var(--oq);border-color:#fff}
    pre,code{font-family:ui-monospace,"Noto Sans Mono",monospace;font-size:10pt}
    pre{margin:4px 0;padding:6px 8px;background:var(--hover);border-radius:6px;white-space:pre-wrap}
    .at{color:var(--link)}
    .sp{background:currentColor;border-radius:3px}
    .sp:hover,.sp:focus{background:var(--hover)}
    .i{width:1.15em;height:1.15em;vertical-align:-.2em;fill:currentColor;margin-inline-end:.35em}
    .p{margin:2px 0 4px}
    .p img,.p video{display:block;max-width:100%;height:auto;border-radius:14px;background:var(--sunken)}
    .p audio{display:block;max-width:100%}
    details summary{cursor:pointer}
    .e{display:inline}
    .e summary{display:inline;list-style:none;text-decoration:underline}
    .e div{margin-top:4px;padding:4px 8px;border-radius:6px;background:var(--hover);white-space:pre-wrap}
    .u{margin:4px 0;padding-top:4px;border-top:1px solid var(--hover);font-size:10pt}
    ul{list-style:none;margin:4px 0;padding:0}
    li{padding:1px 0}
    .v{color:var(--dim);font-size:9pt}
    .r{display:flex;flex-wrap:wrap;gap:4px;margin:3px 0 0}
    .o .r{justify-content:flex-end}
    .r span{background:var(--hover);border-radius:12px;padding:1px 8px;font-size:10pt}
    .h{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    @media print{
    @page{margin:16mm 14mm}
    :root{color-scheme:light;--bg:#fff}
    html{font-size:10pt}
    body{max-width:none;padding:0}
    .k{content-visibility:visible;padding-bottom:0}
    .d{break-after:avoid}
    .m,.s,tr,li,.q{break-inside:avoid}
    .n,.w,.q{break-after:avoid}
    .b{box-shadow:none;border:1px solid #c9cad4}
    .o .b{background:#e4eefb;color:#1c1c21;border-color:#b9d2f2}
    .o a,.o .at{color:#1a5fb4}.g.o .n{color:#1c1c21}.o .f,.o .w,.o .v,.o .q,.o .q b{color:#5c5d68}
    .e1 .b{border:none;background:none}
    .a,.o .b,.r span,.d span{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    .sp{background:#1c1c21;color:#1c1c21;print-color-adjust:exact;-webkit-print-color-adjust:exact}
    .p video,.p audio{display:none}
    }
    """

  /// The colors of people, indexed by their seeds: the color of the name, and the two colors of the avatar.
  static let people = [
    ("#c2413a", "#9e2f3c"), ("#956000", "#7a4508"), ("#397629", "#28622f"), ("#0f7c78", "#0d5d6b"),
    ("#216f9f", "#235a93"), ("#7a4bc4", "#5b389f"), ("#b0368a", "#8a2a80"), ("#566178", "#414a60"),
  ]

  static var peopleCSS: String {
    people.enumerated().map { index, colors in
      ".c\(index) .n,.q .c\(index){color:var(--n\(index))}"
        + ".c\(index) .a{background:linear-gradient(\(colors.0),\(colors.1));print-color-adjust:exact}"
    }.joined(separator: "\n")
  }

  /// Filled shapes on a grid of 16.
  static let symbols = """
    <svg width="0" height="0" style="position:absolute" aria-hidden="true">\
    <symbol id="i-file" viewBox="0 0 16 16"><path d="M3 1h6l4 4v10H3zM9 2v3h3z"/></symbol>\
    <symbol id="i-photo" viewBox="0 0 16 16"><path fill-rule="evenodd" d="M1 3h14v11H1zM3 5v6l3-3 2 2 3-4 2 3V5z"/></symbol>\
    <symbol id="i-film" viewBox="0 0 16 16"><path fill-rule="evenodd" d="M1 3h14v10H1zM6 5v6l5-3z"/></symbol>\
    <symbol id="i-sound" viewBox="0 0 16 16"><path d="M2 6h2v4H2zm3-3h2v10H5zm3 2h2v6H8zm3-3h2v12h-2z"/></symbol>\
    <symbol id="i-place" viewBox="0 0 16 16"><path fill-rule="evenodd" \
    d="M8 1a5 5 0 0 1 5 5c0 3-3 6-5 9-2-3-5-6-5-9a5 5 0 0 1 5-5zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"/></symbol>\
    <symbol id="i-person" viewBox="0 0 16 16"><path d="M8 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM2 14c0-3 3-5 6-5s6 2 6 5z"/></symbol>\
    <symbol id="i-poll" viewBox="0 0 16 16"><path d="M2 2h9v3H2zm0 5h12v3H2zm0 5h6v3H2z"/></symbol>\
    </svg>
    """
}
