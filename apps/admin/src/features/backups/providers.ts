/** The address and the region of a storage service. */
export interface ServicePlace {
  endpoint: string;
  region: string;
}

interface Provider {
  label: string;
  /** Returns the place with the values that follow from the entered one. */
  complete: (entered: ServicePlace) => ServicePlace;
  /** Where a user finds the region; undefined if it follows from the address. */
  regionHint?: string;
  /** Where a user finds the address; undefined if it follows from the region. */
  endpointHint?: string;
  /** Where a user finds the access key. */
  keyHint: string;
  /** The hosts of its addresses. */
  host: RegExp;
}

export type ProviderId = 'amazon-s3' | 'cloudflare-r2' | 'backblaze-b2' | 'wasabi' | 'other';

export const providers: Record<ProviderId, Provider> = {
  'amazon-s3': {
    label: 'Amazon S3',
    complete: ({ region }) => ({ region, endpoint: `https://s3.${region}.amazonaws.com` }),
    regionHint: 'The list of buckets shows it, for example ap-south-1 for Mumbai.',
    keyHint:
      'In the AWS console, open IAM, create a user for backups that may use only this bucket, and create an access key under Security credentials.',
    host: /\.amazonaws\.com$/,
  },
  'cloudflare-r2': {
    label: 'Cloudflare R2',
    complete: ({ endpoint }) => ({ endpoint, region: 'auto' }),
    endpointHint: 'The settings of the bucket show it as S3 API.',
    keyHint:
      'In the Cloudflare dashboard, open R2, then Manage API tokens, and create a token with Object Read & Write for this bucket.',
    host: /\.r2\.cloudflarestorage\.com$/,
  },
  'backblaze-b2': {
    label: 'Backblaze B2',
    complete: ({ endpoint }) => ({
      endpoint,
      region: /s3\.([a-z0-9-]+)\.backblazeb2\.com/.exec(endpoint)?.[1] ?? 'auto',
    }),
    endpointHint: 'The list of buckets shows it as Endpoint, for example s3.us-west-004.backblazeb2.com.',
    keyHint:
      'In Backblaze, open Application Keys and add a key for this bucket: its keyID is the access key ID, its applicationKey the secret access key.',
    host: /\.backblazeb2\.com$/,
  },
  wasabi: {
    label: 'Wasabi',
    complete: ({ region }) => ({ region, endpoint: `https://s3.${region}.wasabisys.com` }),
    regionHint: 'The list of buckets shows it, for example ap-southeast-1 for Singapore.',
    keyHint: 'In the Wasabi console, open Access Keys and create one.',
    host: /\.wasabisys\.com$/,
  },
  other: {
    label: 'Another S3-compatible provider',
    complete: (entered) => entered,
    regionHint: 'If your provider names none, enter us-east-1.',
    endpointHint: 'Your provider calls it S3 endpoint, for example https://s3.example.org.',
    keyHint: 'Your provider’s console creates one, often under Access keys or API keys.',
    host: /./,
  },
};

/** Returns the provider of a stored place, whose form shows all of its values. */
export function findProvider({ endpoint, region }: ServicePlace): ProviderId {
  const { hostname } = new URL(endpoint);
  const found = (Object.keys(providers) as ProviderId[]).find((id) => {
    const { host, complete } = providers[id];
    const place = complete({ endpoint, region });
    return host.test(hostname) && place.endpoint === endpoint && place.region === region;
  });
  return found ?? 'other';
}
