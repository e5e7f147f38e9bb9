import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import motion from '../../styles/motion.css?inline';

/** Spec §9: how long each slide stays. */
const intervalMs = 7000;
/** The first slide stays at least this long after hydration. */
const minFirstMs = 2000;
/** Share of the carousel that must be visible for it to rotate. */
const visibleShare = 0.4;
const minSwipePx = 40;

interface HeroCarouselProps {
  /** Id and label of each slide; two slides may have the same label. */
  indicators: { id: string; label: string }[];
  labels: { previous: string; next: string; pause: string; play: string };
}

/** The carousel of spec §4. `children` are the slides as server HTML: this island only shows one of them at a time. */
export function HeroCarousel({ indicators, labels, children }: PropsWithChildren<HeroCarouselProps>) {
  const root = useRef<HTMLDivElement>(null);
  const hasStarted = useRef(false);
  const [active, setActive] = useState(0);
  const [isRotating, setIsRotating] = useState(false);
  const [isHovered, setIsHovered] = useState(false);
  const [isOutOfView, setIsOutOfView] = useState(false);
  const isPlaying = isRotating && !isHovered && !isOutOfView;
  const { length } = indicators;

  // This island hydrates first, once the page is idle.
  useEffect(prefetchContactDialog, []);
  useEffect(() => adoptStyles(motion), []);
  useEffect(() => setIsRotating(!matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  useEffect(() => showSlide(root.current, active), [active]);
  // The pause button stops the video too. With reduced motion, a video plays only after a press on it.
  useEffect(() => playVideo(root.current, isRotating ? active : undefined), [active, isRotating]);

  useEffect(() => {
    if (!isPlaying) return undefined;
    // The first slide has been visible since the page was opened, not only since hydration.
    const visibleMs = hasStarted.current ? 0 : performance.now();
    // After a pause, a slide stays as long as any other: a visitor may be on the way to what it says.
    hasStarted.current = true;
    let timer = setTimeout(rotate, Math.max(intervalMs - visibleMs, minFirstMs));
    function rotate() {
      // Nothing moves behind an open dialog, or beside an open form of a shared preview.
      if (document.querySelector('[open]:not(main details)')) timer = setTimeout(rotate, intervalMs);
      else setActive((active + 1) % length);
    }
    return () => clearTimeout(timer);
  }, [isPlaying, active, length]);

  useEffect(() => {
    const area = root.current;
    if (!area) return undefined;
    const move = (step: number) => setActive((current) => (current + step + length) % length);
    const controller = new AbortController();
    listenToMoves(area, move, controller.signal);
    listenToPauses(area, { setIsHovered, setIsOutOfView, stop: () => setIsRotating(false) }, controller.signal);
    return () => controller.abort();
  }, [length]);

  return (
    <div className="carousel" ref={root}>
      <div className="hero-foot" data-playing={isPlaying ? '' : undefined}>
        <div className="container">
          <div className="controls">
            <IconButton label={isRotating ? labels.pause : labels.play} onClick={() => setIsRotating(!isRotating)}>
              {isRotating ? 'M9 5v14M15 5v14' : 'M8 5l11 7-11 7z'}
            </IconButton>
            <IconButton label={labels.previous} onClick={() => setActive((active + length - 1) % length)}>
              M15 5l-7 7 7 7
            </IconButton>
            <IconButton label={labels.next} onClick={() => setActive((active + 1) % length)}>
              M9 5l7 7-7 7
            </IconButton>
          </div>
          <div className="indicators">
            {indicators.map(({ id, label }, index) => (
              <button key={id} type="button" aria-disabled={index === active} onClick={() => setActive(index)}>
                {index === active && <span className="progress" />}
                {label}
              </button>
            ))}
          </div>
        </div>
      </div>
      <div className="slides" aria-live={isRotating ? 'off' : 'polite'}>
        {children}
      </div>
    </div>
  );
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <button type="button" aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
        <path d={children} />
      </svg>
    </button>
  );
}

/** Calls `move` with 1 or -1 for arrow keys and horizontal swipes. The browser handles vertical swipes. */
function listenToMoves(area: HTMLElement, move: (step: number) => void, signal: AbortSignal): void {
  let start: PointerEvent | undefined;
  const handleKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    // The browser handles arrows with Alt, Ctrl or Meta.
    if (step && !altKey && !ctrlKey && !metaKey) move(step);
  };
  const handleDown = (event: PointerEvent) => {
    start = event.pointerType === 'mouse' ? undefined : event;
  };
  const handleUp = (event: PointerEvent) => {
    if (!start) return;
    const across = event.clientX - start.clientX;
    const along = event.clientY - start.clientY;
    start = undefined;
    if (Math.abs(across) >= minSwipePx && Math.abs(across) > Math.abs(along)) move(across < 0 ? 1 : -1);
  };
  area.addEventListener('keydown', handleKey, { signal });
  area.addEventListener('pointerdown', handleDown, { signal });
  area.addEventListener('pointerup', handleUp, { signal });
}

interface Pauses {
  setIsHovered: (isHovered: boolean) => void;
  setIsOutOfView: (isOutOfView: boolean) => void;
  /** Stops the rotation until the visitor starts it again. */
  stop: () => void;
}

/** Pauses the rotation under the pointer and out of view, and stops it when the keyboard focus moves inside. */
function listenToPauses(area: HTMLElement, { setIsHovered, setIsOutOfView, stop }: Pauses, signal: AbortSignal): void {
  let isVisible = true;
  const update = () => setIsOutOfView(document.hidden || !isVisible);
  const observer = new IntersectionObserver(
    (entries) => {
      isVisible = entries.at(-1)?.isIntersecting ?? true;
      update();
    },
    { threshold: visibleShare },
  );
  const stopAtKeyboardFocus = ({ target }: FocusEvent) => {
    if ((target as Element).matches(':focus-visible')) stop();
  };
  observer.observe(area);
  signal.addEventListener('abort', () => observer.disconnect());
  document.addEventListener('visibilitychange', update, { signal });
  area.addEventListener('focusin', stopAtKeyboardFocus, { signal });
  // A touch has no pointer that stays over the carousel.
  area.addEventListener('pointerenter', ({ pointerType }) => setIsHovered(pointerType === 'mouse'), { signal });
  area.addEventListener('pointerleave', () => setIsHovered(false), { signal });
  setIsHovered(area.matches(':hover') && matchMedia('(hover: hover)').matches);
}

/** Fetches the code of the contact dialog, so that a press on a slow connection finds it in the cache. */
function prefetchContactDialog(): void {
  const url = document.querySelector<HTMLElement>('.contact-dialog')?.dataset.script;
  if (!url) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = url;
  document.head.append(link);
}

function showSlide(root: HTMLElement | null, active: number): void {
  root?.querySelectorAll<HTMLElement>('.slide').forEach((slide, index) => {
    const isActive = index === active;
    slide.toggleAttribute('data-active', isActive);
    for (const part of listHiddenParts(slide)) part.inert = !isActive;
  });
}

/** Plays the video of the active slide and pauses all others; pauses all if `active` is undefined. */
function playVideo(root: HTMLElement | null, active: number | undefined): void {
  root?.querySelectorAll('.slide').forEach((slide, index) => {
    const video = slide.querySelector('video');
    // Browsers refuse to play a video with sound before the first touch: then its poster image stays.
    if (index === active) video?.play().catch(() => undefined);
    else video?.pause();
  });
}

/** Returns the parts that are inert while the slide is hidden. The h1 stays: it is the page's only one. */
function listHiddenParts(slide: HTMLElement): Iterable<HTMLElement> {
  const main = slide.querySelector('h1');
  return main ? slide.querySelectorAll<HTMLElement>('.hero-text > :not(h1), .hero-media') : [slide];
}
