/** Replaces the link of a video by its player when a visitor follows it. Until then nothing is loaded from the provider. */
export function playVideos(): void {
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-player]');
    // With a modifier, the video opens in a tab of its own.
    if (!link?.dataset.player || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const player = document.createElement('iframe');
    player.src = link.dataset.player;
    player.title = link.textContent.trim();
    player.allow = 'autoplay; fullscreen; picture-in-picture';
    // Providers refuse a player that does not say which site it is on.
    player.referrerPolicy = 'strict-origin-when-cross-origin';
    const caption = document.createElement('figcaption');
    caption.textContent = player.title;
    link.replaceWith(player, caption);
    player.focus();
  });
}
