/** `/#privacy` and the like were placeholders once (Spec §2); their links in the footer now lead to real pages. */
export function redirectLegalHash(): void {
  const go = () => {
    const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLAnchorElement && target.closest('.legal')) location.replace(target.href);
  };
  addEventListener('hashchange', go);
  go();
}
