import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Style sheet of the pages, with the values of the console's design tokens (look/tokens); light or dark by the device's setting. */
export function styleSheet(webRoot: string): string {
  const face = interFace(webRoot);
  return `${face === null ? '' : `@font-face{font-family:Inter;src:url(${face}) format('woff2');font-weight:100 900;font-display:swap}`}
:root{color-scheme:light;--canvas:#F5F7F6;--surface:#FFFFFF;--line:#C9D1CD;--control:#7E8A84;--fg:#121815;--fg-2:#45504B;--fg-3:#616D67;--accent:#0E5540;--accent-hover:#0A4333;--accent-ink:#FFFFFF;--accent-fg:#0F5F47;--bad:#B3261E;--bad-bg:#FDF0EE;--bad-line:#F2C5C0}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--canvas:#0B0F0D;--surface:#121715;--line:#36413B;--control:#6B7771;--fg:#E9EFEC;--fg-2:#B1BCB6;--fg-3:#8D9993;--accent:#35A67E;--accent-hover:#46B98F;--accent-ink:#03130D;--accent-fg:#5EC9A1;--bad:#FF8F84;--bad-bg:#2B1412;--bad-line:#642C27}}
*{box-sizing:border-box;margin:0}
html,body{height:100%}
body{display:grid;grid-template-columns:minmax(0,680fr) minmax(0,760fr);font:400 15px/23px Inter,system-ui,sans-serif;font-feature-settings:'tnum','cv11','ss03';color:var(--fg);background:var(--surface);-webkit-font-smoothing:antialiased}
main{display:flex;flex-direction:column;min-height:100%;padding:40px 56px}
.brand{display:flex;align-items:center;gap:10px;font-weight:650;font-size:17px;letter-spacing:-.012em}
.tile{fill:var(--accent)}.stroke{fill:none;stroke:var(--accent-ink);stroke-width:2.1;stroke-linecap:round;stroke-linejoin:round}
.form{width:100%;max-width:376px;margin:auto;padding:32px 0}
h1{font-size:28px;line-height:36px;font-weight:650;letter-spacing:-.02em}
.lead{margin-top:6px;color:var(--fg-2)}
form{margin-top:24px}
label{display:block;margin-bottom:6px;font-size:13px;line-height:20px;font-weight:550}
input{width:100%;height:44px;margin-bottom:16px;padding:0 12px;font:inherit;color:var(--fg);background:var(--surface);border:1px solid var(--control);border-radius:6px}
input[aria-invalid]{border-color:var(--bad)}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;padding:0 16px;font:inherit;font-weight:550;color:var(--accent-ink);background:var(--accent);border:0;border-radius:8px;cursor:pointer;text-decoration:none;transition:background-color 120ms ease-out}
button{width:100%;margin-top:4px}
button:hover,.button:hover{background:var(--accent-hover)}
.button{margin-top:24px}
:focus-visible{outline:2px solid var(--accent-fg);outline-offset:2px}
input:focus-visible{outline-offset:1px}
.icon{flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.problem{display:flex;gap:10px;align-items:flex-start;margin-top:20px;padding:10px 12px;font-size:13px;line-height:20px;font-weight:550;color:var(--bad);background:var(--bad-bg);border:1px solid var(--bad-line);border-radius:8px}
.problem .icon{margin-top:1px}
#passkey{display:none;margin-top:0}
.passkeys #passkey{display:block}
.or{display:flex;align-items:center;gap:12px;margin:16px 0;font-size:13px;line-height:20px;color:var(--fg-3)}
.or::before,.or::after{content:'';flex:1;border-top:1px solid var(--line)}
.wait:not(:empty){margin-top:10px;font-size:13px;line-height:20px;font-weight:550;color:var(--fg-2)}
button[aria-disabled],button[aria-disabled]:hover{color:var(--fg-2);background:var(--canvas);box-shadow:inset 0 0 0 1px var(--control);cursor:default}
.second{margin-top:0;color:var(--fg);background:var(--surface);box-shadow:inset 0 0 0 1px var(--control)}
.second:hover{background:var(--canvas)}
.second[aria-disabled]{color:var(--fg-2);cursor:default}
.told:not(:empty){margin-top:10px;font-size:13px;line-height:20px;font-weight:550;color:var(--bad)}
.qr{display:block;width:200px;height:200px;margin-top:20px;border-radius:6px}
.key,.codes code{font:500 14px/22px ui-monospace,'JetBrains Mono',monospace;color:var(--fg)}
.key{overflow-wrap:anywhere}
.codes{display:grid;grid-template-columns:1fr 1fr;gap:4px 16px;margin-top:16px;padding:12px 16px;list-style:none;border:1px solid var(--line);border-radius:8px}
summary{padding:2px 0;font-weight:600;color:var(--accent-fg);cursor:pointer}
details form{margin-top:12px}
.after{margin-top:20px;font-size:13px;line-height:20px;color:var(--fg-2)}
.after+.after{margin-top:4px}
details.after+.after{margin-top:20px}
.after a{display:inline-block;padding:2px 0;font-weight:600;color:var(--accent-fg);text-decoration:none}
.after a:hover,.foot a:hover{text-decoration:underline}
.foot{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 24px;font-size:13px;line-height:20px;color:var(--fg-2)}
.links{display:flex;gap:20px}.foot a{color:inherit;text-decoration:none;padding:2px 0}
aside{position:relative;display:flex;align-items:flex-end;overflow:hidden;padding:72px;color:#fff;background:#0C392C}
.chain{position:absolute;inset:28px 0 auto;width:100%;height:auto}
.chain .line,.chain .off{stroke:#4C8A73;stroke-opacity:.45;fill:none}
.chain .on{stroke:#D8ECE2;fill:none}.chain .tick{stroke:#fff;stroke-width:1.8;fill:none;stroke-linecap:round;stroke-linejoin:round}
.words{position:relative;max-width:600px;padding-bottom:24px}
.claim{max-width:420px;margin-bottom:16px;font-size:34px;line-height:42px;font-weight:600;letter-spacing:-.022em}
.words p+p{color:#C7DFD4}
@media (max-width:430px){.codes{grid-template-columns:1fr}}
@media (max-width:900px){body{grid-template-columns:1fr}aside{display:none}main{padding:24px}.form{margin:0 auto;padding:56px 0}.foot{margin-top:auto}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){input,button{border:1px solid}}
`;
}

/** URL of the console's Inter font among the built assets; null before a build, where the system font is used. */
function interFace(webRoot: string): string | null {
  try {
    const file = readdirSync(join(webRoot, 'assets')).find((name) => /^inter-latin-(?!ext).*\.woff2$/.test(name));
    return file === undefined ? null : `/assets/${file}`;
  } catch {
    return null; // no build yet
  }
}
