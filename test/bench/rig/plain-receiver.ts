/** A receiver of HTTP requests that reads them and says that all is well, on the port that it is given. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.on('end', () => response.end());
  request.resume();
});
server.keepAliveTimeout = 0;
server.listen(Number(process.argv[2]), '127.0.0.1');
