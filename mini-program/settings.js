/** Where the server is. It must stand among the business domains of the mini-program. */
module.exports = { origin: 'https://coinyard.example' };
