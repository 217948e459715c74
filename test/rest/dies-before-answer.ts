/** A service center that ends, as by a power failure, when it is about to answer what was posted: FOLDER. Tells its port, a key and its organization. */
import { ServerResponse } from 'node:http';
import { RestBox } from './box.ts';

const [dir = ''] = process.argv.slice(2);
const box = await RestBox.start(dir);
const end = Reflect.get(ServerResponse.prototype, 'end');
Reflect.set(ServerResponse.prototype, 'end', function (this: ServerResponse, ...args: unknown[]) {
  if (this.req.method === 'POST') process.kill(process.pid, 'SIGKILL');
  return Reflect.apply(end, this, args);
});
process.send?.({ port: box.center.ports.gateway, headers: box.own, organizationId: box.organizationId });
