/** The address and the region of a storage service. */
export interface ServicePlace {
  endpoint: string;
  region: string;
}

export interface Provider {
  label: string;
  /** Returns the place with the values that follow from the entered one. */
  complete: (entered: ServicePlace) => ServicePlace;
  /** Where a user finds the region; undefined if it follows from the address. */
  regionHint?: string;
  /** Where a user finds the address; undefined if it follows from the region. */
  endpointHint?: string;
  /** How a user creates the bucket. */
  bucketHint: string;
  /** Where a user finds the two parts of the access key. */
  keyHint: string;
  secretHint: string;
  /** The hosts of its addresses. */
  host: RegExp;
}

export type ProviderId = 'amazon-s3' | 'cloudflare-r2' | 'backblaze-b2' | 'wasabi' | 'other';

export const providers: Record<ProviderId, Provider> = {
  'amazon-s3': {
    label: 'Amazon S3',
    complete: ({ region }) => ({ region, endpoint: `https://s3.${region}.amazonaws.com` }),
    regionHint: 'When asked where to store, choose India (Mumbai), and enter ap-south-1 here.',
    bucketHint: 'In AWS, open S3 and choose Create bucket. Leave Block all public access on.',
    keyHint:
      'In AWS, open IAM and create a user who may use only this bucket. Open its Security credentials, and create an access key.',
    secretHint: 'Shown once, beside the access key ID.',
    host: /\.amazonaws\.com$/,
  },
  'cloudflare-r2': {
    label: 'Cloudflare R2',
    complete: ({ endpoint }) => ({ endpoint, region: 'auto' }),
    endpointHint:
      'In Cloudflare, open R2, then your bucket, then Settings. Copy S3 API, which ends in r2.cloudflarestorage.com followed by the name of the bucket.',
    bucketHint: 'In Cloudflare, open R2 and choose Create bucket. It is private.',
    keyHint:
      'In R2, open Manage API tokens and create a token with Object Read & Write for this bucket. Copy its Access Key ID.',
    secretHint: 'Shown once, on the same page as Secret Access Key.',
    host: /\.r2\.cloudflarestorage\.com$/,
  },
  'backblaze-b2': {
    label: 'Backblaze B2',
    complete: ({ endpoint }) => ({
      endpoint,
      region: /s3\.([a-z0-9-]+)\.backblazeb2\.com/.exec(endpoint)?.[1] ?? 'auto',
    }),
    endpointHint: 'In Backblaze, open Buckets. Copy Endpoint, for example s3.us-west-004.backblazeb2.com.',
    bucketHint: 'In Backblaze, open Buckets and choose Create a Bucket. Choose Private.',
    keyHint: 'In Backblaze, open Application Keys and add a key with Read and Write for this bucket. Copy its keyID.',
    secretHint: 'Shown once, on the same page as applicationKey.',
    host: /\.backblazeb2\.com$/,
  },
  wasabi: {
    label: 'Wasabi',
    complete: ({ region }) => ({ region, endpoint: `https://s3.${region}.wasabisys.com` }),
    regionHint: 'Shown in the list of buckets, for example ap-southeast-1 for Singapore.',
    bucketHint: 'In Wasabi, open Buckets and choose Create Bucket. Leave it private.',
    keyHint: 'In Wasabi, open Access Keys and create one.',
    secretHint: 'Shown once, beside the access key.',
    host: /\.wasabisys\.com$/,
  },
  other: {
    label: 'Another provider with S3 storage',
    complete: (entered) => entered,
    regionHint: 'If your provider names none, enter us-east-1.',
    endpointHint: 'Your provider calls it endpoint, for example https://s3.example.org.',
    bucketHint: 'Create a private one there, for example your-company-backups.',
    keyHint: 'You create it at your provider, often under Access keys or API keys.',
    secretHint: 'Shown once, when you create it.',
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
