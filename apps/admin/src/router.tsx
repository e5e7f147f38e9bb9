import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { api } from './api/client.ts';
import { getSafeRedirectPath } from './features/auth/safe-redirect-path.ts';

import { type InboxSearch, parseInboxSearch } from './features/enquiries/inbox/parse-inbox-search.ts';
import { pickTexts } from './format/search-params.ts';
import { RequireAuth } from './layout/require-auth.tsx';
import { hasUnsaved } from './store/unsaved.ts';
import { MessagePage, PageSpinner } from './ui/full-page.tsx';
import { ChunkLoadError, lazyScreen } from './ui/lazy-component.tsx';
import { TextButton } from './ui/text-button.tsx';

const root = createRootRoute({
  component: Outlet,
  errorComponent: BrokenScreen,
  notFoundComponent: lazyScreen('NotFoundScreen', () => import('./layout/not-found-screen.tsx')),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { to?: string } => {
    const to = getSafeRedirectPath(search.to);
    return to ? { to } : {};
  },
  component: lazyScreen('LoginScreen', () => import('./features/auth/login-screen.tsx')),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyScreen('SetupScreen', () => import('./features/auth/setup-screen.tsx')),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyScreen('ForgotScreen', () => import('./features/auth/forgot-screen.tsx')),
});

const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyScreen('PasswordScreen', () => import('./features/auth/password-screen.tsx')),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // Without a token the server rejects every request, and no screen is loaded. The guard handles all other cases.
  beforeLoad: ({ location }) => {
    // Unsaved text stays on the screen: the user signs in over the form.
    if (!api.token() && !hasUnsaved())
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href } });
  },
  component: RequireAuth,
  errorComponent: BrokenScreen,
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyScreen('DashboardScreen', () => import('./features/dashboard/dashboard-screen.tsx')),
});

const content = createRoute({
  getParentRoute: () => signedIn,
  path: '/content',
  /**
   * `item` is open in the editor, with the focus in `field` (a JSON Pointer). `from` is the list to which it returns. The
   * screen scrolls to `list`, and begins an entry of the list `new`.
   */
  validateSearch: pickTexts('section', 'item', 'field', 'from', 'list', 'new'),
  component: lazyScreen('ContentScreen', () => import('./features/content/list/content-screen.tsx')),
});

const contentHistory = createRoute({
  getParentRoute: () => signedIn,
  path: '/content/history',
  /** `version` is the `id` of the shown version; the newest by default. `from` is the list to which it returns. */
  validateSearch: (
    search: Record<string, unknown>,
  ): { section?: string; item?: string; from?: string; version?: number } => ({
    ...pickTexts('section', 'item', 'from')(search),
    version: typeof search.version === 'number' ? search.version : undefined,
  }),
  component: lazyScreen('HistoryScreen', () => import('./features/content/history/history-screen.tsx')),
});

const removedContent = createRoute({
  getParentRoute: () => signedIn,
  path: '/content/removed',
  component: lazyScreen('RemovedScreen', () => import('./features/content/history/removed-screen.tsx')),
});

const articles = createRoute({
  getParentRoute: () => signedIn,
  path: '/articles',
  validateSearch: pickTexts('q', 'state', 'order'),
  component: lazyScreen('ArticlesScreen', () => import('./features/content/articles/articles-screen.tsx')),
});

const images = createRoute({
  getParentRoute: () => signedIn,
  path: '/images',
  validateSearch: pickTexts('filter'),
  component: lazyScreen('ImagesScreen', () => import('./features/images/images-screen.tsx')),
});

const enquiries = createRoute({
  getParentRoute: () => signedIn,
  path: '/enquiries',
  /** `view` is the tab, `id` the open enquiry; the rest filters the inbox. */
  validateSearch: (search: Record<string, unknown>): InboxSearch & { view?: string; id?: string } => ({
    ...parseInboxSearch(search),
    ...pickTexts('view', 'id')(search),
  }),
  component: lazyScreen('EnquiriesScreen', () => import('./features/enquiries/enquiries-screen.tsx')),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  validateSearch: ({ add }: Record<string, unknown>): { add?: true | 'invite' } =>
    add === 'invite' ? { add } : add ? { add: true } : {},
  component: lazyScreen('UsersScreen', () => import('./features/users/users-screen.tsx')),
});

const releases = createRoute({
  getParentRoute: () => signedIn,
  path: '/releases',
  component: lazyScreen('ReleasesScreen', () => import('./features/releases/releases-screen.tsx')),
});

const version = createRoute({
  getParentRoute: () => signedIn,
  path: '/releases/version',
  validateSearch: (search: Record<string, unknown>) => ({ revision: Number(search.revision) }),
  component: lazyScreen('VersionScreen', () => import('./features/releases/version-screen.tsx')),
});

const log = createRoute({
  getParentRoute: () => signedIn,
  path: '/log',
  validateSearch: pickTexts('who', 'area', 'network', 'from', 'until'),
  component: lazyScreen('AuditScreen', () => import('./features/audit-log/audit-screen.tsx')),
});

const emailSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/email',
  component: lazyScreen('EmailSettingsScreen', () => import('./features/mail/email-settings-screen.tsx')),
});

const backups = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/backup',
  component: lazyScreen('BackupsScreen', () => import('./features/backups/backups-screen.tsx')),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyScreen('AccountScreen', () => import('./features/auth/account-screen.tsx')),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    setup,
    forgot,
    password,
    signedIn.addChildren([
      dashboard,
      content,
      contentHistory,
      removedContent,
      articles,
      images,
      enquiries,
      users,
      releases,
      version,
      log,
      emailSettings,
      backups,
      account,
    ]),
  ]),
  basepath: '/admin',
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  // Within the shell, so that its other content stays.
  defaultErrorComponent: BrokenScreen,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The action of the preview that opened this location. */
    actionId?: string;
    /** The person whose data the privacy screen finds. Not in the URL, which browsers and servers keep. */
    personEmail?: string;
  }
}

/** Spec §8: unexpected errors show a default page; this one says what to do next. */
function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const isChunk = error instanceof ChunkLoadError;
  const tryAgain = () => {
    if (isChunk) error.retry();
    reset();
  };
  return (
    <MessagePage
      title={isChunk ? 'This screen could not be loaded' : 'Something went wrong'}
      text={isChunk ? 'The connection may be gone, or a new version was installed.' : 'Your saved changes are safe.'}
    >
      <TextButton onClick={tryAgain}>Try again</TextButton>{' '}
      <TextButton onClick={() => window.location.reload()}>Reload the page</TextButton>
    </MessagePage>
  );
}
