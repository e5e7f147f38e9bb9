import { StepFailure } from './steps.mjs';

/** What npm and pnpm print → what it means, and what a person can do. First match wins. */
const causes = [
  {
    sign: /ENOSPC|no space left/i,
    message: 'The disk is full.',
    advice: 'About 1.5 GB are needed here and in the package cache of your home folder. Free some space and try again.',
  },
  {
    sign: /EACCES|EPERM|EROFS|permission denied/i,
    message: 'A file or folder may not be written.',
    advice:
      'Look at who owns this folder and the package cache in your home folder: a former run as root may have left files there.',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|fetch failed|error sending request|dns error/i,
    message: 'The npm registry cannot be reached.',
    advice:
      'Check the network. Behind a proxy, run "npm config set proxy http://…" and "npm config set https-proxy http://…". The first start needs the registry, later ones do not.',
  },
  {
    sign: /CERT|SELF_SIGNED|certificate/i,
    message: 'The certificate of the npm registry is not trusted on this machine.',
    advice: 'If your network re-signs traffic, set NODE_EXTRA_CA_CERTS to the file with its certificate.',
  },
  {
    sign: /E401|E403|Unauthorized|Forbidden/i,
    message: 'The npm registry refuses this machine.',
    advice: 'Look at "npm config get registry" and log in there with "npm login".',
  },
  {
    sign: /E404|ETARGET|No match found|ERR_PNPM_NO_MATCHING_VERSION|ERR_PNPM_FETCH_404/i,
    message: 'The npm registry does not have this version.',
    advice: 'Look at "npm config get registry": a mirror may lag behind or hold things back.',
  },
  {
    sign: /FROZEN_LOCKFILE|OUTDATED_LOCKFILE/i,
    message: 'A package.json asks for something that pnpm-lock.yaml does not know.',
    advice: 'Run "pnpm install" (the pnpm in .toolchain will do), and commit the changed lock file.',
  },
  {
    sign: /spawn npm ENOENT|npm: not found|not recognized/i,
    message: 'The program npm was not found.',
    advice: 'It comes with Node: install Node from your system or from nodejs.org, then try again.',
  },
];

/**
 * Turns the output of a failed fetch into a failure with a sentence and an advice.
 * @param {string} what what was to be fetched
 * @param {string} output
 */
export function explainFetch(what, output) {
  const cause = causes.find(({ sign }) => sign.test(output));
  const message = cause?.message ?? 'The reason is in the lines above.';
  return new StepFailure(`Could not fetch ${what}. ${message}`, { advice: cause?.advice, output });
}
