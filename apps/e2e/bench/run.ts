import { cpus, totalmem } from 'node:os';
import { waitForSeededImages } from '../support/prepare-site.ts';
import { startProduct } from '../support/stack.ts';
import { benchDelivery } from './delivery.ts';
import { benchEnquiries } from './enquiries.ts';
import { benchFootprint } from './footprint.ts';
import { benchImageLibrary } from './image-library.ts';
import { benchLighthouse } from './lighthouse.ts';
import { printFigures } from './measure.ts';
import { benchOwnerTasks } from './owner-tasks.ts';
import { benchPage } from './page.ts';
import { benchPreview } from './preview.ts';
import { benchPublish } from './publish.ts';
import { benchReplica } from './replica.ts';
import { benchRestore } from './restore.ts';
import { benchTasks } from './tasks.ts';
import { benchThroughput } from './throughput.ts';

/** `npm run bench`: medians and ratios of one run. Absolute times depend on the machine. */
const [cpu] = cpus();
console.log(
  `Machine: ${cpus().length} x ${cpu?.model.trim()}, ${(totalmem() / 1024 ** 3).toFixed(0)} GB, Node ${process.versions.node}, ${process.platform}`,
);

// The first start migrates and seeds; the second one is the everyday case.
const first = await startProduct();
await waitForSeededImages(first);
await first.stop();
const { stack, figures } = await benchFootprint(first.dataDir);
try {
  printFigures('Start and memory', figures);
  printFigures('Landing page for a first visitor', await benchPage(stack));
  printFigures('Lighthouse, mobile', await benchLighthouse(stack));
  printFigures('An editor at work', await benchTasks(stack));
  printFigures('Live preview', await benchPreview(stack));
  printFigures('From edit to public page', await benchPublish(stack));
  printFigures('Requests per second', await benchThroughput(stack));
  // It restores a backup, which ends all sessions.
  printFigures('An owner at work', await benchOwnerTasks(stack));
  // Last, because its rows would affect the other measurements.
  printFigures('Image library of the admin', await benchImageLibrary(stack));
} finally {
  await stack.stop();
}
printFigures('Enquiries', await benchEnquiries());
printFigures('Delivery to an object store', await benchDelivery());
printFigures('Replica of the database', await benchReplica());
printFigures('Restore from an object store', await benchRestore());
