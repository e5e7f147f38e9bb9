// Without this zod tries `new Function`, which the content security policy forbids and reports. Set as the global that
// zod reads, so that zod itself stays out of the first bundle.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
