// A host in Node: it plays one seat of a round by a simple rule, and has bots play the others.
//
// To start: `node docs/examples/host.mjs`. What follows is the command of the server, if it is not `mayi serve --stdio`.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const SEATS = ["north", "east", "west"];
const ME = "north";

/** What the server refuses; `word` is its stable code, `data` what else it says. */
class Refused extends Error {
  constructor({ code, message, data }) {
    super(message);
    this.number = code;
    this.word = data.code;
    this.data = data;
  }
}

/** A client of JSON-RPC 2.0 whose server is a process, and whose messages are lines. */
class Server {
  #process;
  #waiting = new Map();
  #count = 0;

  constructor([name, ...options]) {
    this.#process = spawn(name, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.on("error", (error) => this.#end(error));
    this.#process.stdin.on("error", (error) => this.#end(error));
    const lines = createInterface({ input: this.#process.stdout });
    lines.on("line", (line) => this.#receive(JSON.parse(line)));
    lines.on("close", () => this.#end(new Error("the server has ended")));
  }

  /** Send a request; its result, or `Refused`. */
  ask(method, params = {}) {
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  }

  #receive({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new Refused(error));
    else resolve(result);
  }

  #end(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** The first move that lays something; else one that keeps the game going. */
function choose(moves) {
  const first = (...words) => moves.find((move) => words.some((word) => move.startsWith(word)));
  return first("open", "lay") ?? first("pass", "stock", "discard") ?? moves[0];
}

const command = process.argv.slice(2);
const server = new Server(command.length ? command : ["mayi", "serve", "--stdio"]);
const { game } = await server.ask("host.new", { profile: "petras", seats: SEATS });
for (const seat of SEATS.filter((name) => name !== ME)) {
  await server.ask("host.bot", { game, seat, bot: "greedy" });
}

let refused = 0;
let status = await server.ask("table.status", { game });
while (status.phase !== "round_over" && status.phase !== "game_over") {
  if (!status.to_act.includes(ME)) {
    status = await server.ask("host.advance", { game });
    continue;
  }
  const { moves, version } = await server.ask("seat.legal_moves", { game, seat: ME });
  const play = { game, seat: ME, move: choose(moves), expected_version: version };
  status = await server.ask("seat.play", play);
  try {
    await server.ask("seat.play", play); // as if the first one had got lost: it does nothing
  } catch (error) {
    if (error.word !== "stale") throw error;
    refused += 1;
  }
}

const { view } = await server.ask("table.view", { game });
console.log(`${view.ended}: ${JSON.stringify(view.scores)}; ${refused} requests came twice and did nothing`);
await server.ask("quit");
