// Plays turns of ten players with boardgame.io: a local master and a client for each player, all in this process.
//
// Each line that comes in is a number of turns to play; the answer is one line, a JSON list with two CPU times a turn in
// seconds: ten moves, one by each client, which the master checks, resolves at the tenth, and sends to all ten clients;
// then 0, because boardgame.io draws nothing.
// The folder with boardgame.io's node_modules is the first argument.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";

const load = createRequire(resolve(process.argv[2], "none.js"));
const { Client } = load("boardgame.io/client");
const { Local } = load("boardgame.io/multiplayer");
const { INVALID_MOVE, Stage } = load("boardgame.io/core");

const PLAYERS = 10;
const SIZE = 15;

const game = {
  name: "peers",
  setup: () => ({
    turn: 1,
    places: Object.fromEntries([...Array(PLAYERS).keys()].map((each) => [each, { x: each, y: 0 }])),
    wishes: {},
  }),
  moves: {
    go: ({ G, playerID }, x, y) => {
      if (G.wishes[playerID] || x < 0 || y < 0 || x >= SIZE || y >= SIZE) return INVALID_MOVE;
      G.wishes[playerID] = { x, y };
    },
  },
  turn: {
    activePlayers: { all: Stage.NULL },
    endIf: ({ G }) => Object.keys(G.wishes).length === PLAYERS && { next: "0" },
    onEnd: ({ G }) => {
      const taken = new Set();
      for (const [player, wish] of Object.entries(G.wishes)) {
        const place = `${wish.x} ${wish.y}`;
        if (!taken.has(place)) G.places[player] = wish;
        taken.add(place);
      }
      G.wishes = {};
      G.turn += 1;
    },
  },
};

const multiplayer = Local();
const clients = [...Array(PLAYERS).keys()].map((each) =>
  Client({ game, numPlayers: PLAYERS, playerID: String(each), multiplayer, debug: false }),
);
for (const client of clients) client.start();

const quiet = () => new Promise((done) => setImmediate(done));

async function everybodySees(turn) {
  while (clients.some((client) => client.getState()?.G.turn !== turn)) await quiet();
}

async function play(turn) {
  const before = process.cpuUsage();
  for (const [each, client] of clients.entries()) {
    client.moves.go((each + turn) % SIZE, (each * turn) % SIZE);
    await quiet();
  }
  await everybodySees(turn + 1);
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

let turn = 1;
await everybodySees(turn);
for await (const line of createInterface({ input: process.stdin })) {
  const seconds = [];
  for (let left = Number(line); left > 0; left -= 1) {
    seconds.push([await play(turn), 0]);
    turn += 1;
  }
  console.log(JSON.stringify(seconds));
}
for (const client of clients) client.stop();
