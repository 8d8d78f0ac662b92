/** More than any answer that a server may send us. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * The same response, whose stream breaks off when something is added while more than `limitBytes` of it wait for a client
 * that does not read: neither the SDK nor a tool that reports progress would ever stop adding.
 */
export function limitUnread(response: Response, limitBytes: number = LIMIT_BYTES): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const pass = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        if ((controller.desiredSize ?? 0) <= 0) throw new Error(`more than ${limitBytes} bytes were not read`);
        controller.enqueue(read.value);
      }
      controller.close();
    } catch (error) {
      controller.error(error);
      await reader.cancel(error).catch(() => {});
    }
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void pass(controller);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: limitBytes }),
  );
  return new Response(body, response);
}
