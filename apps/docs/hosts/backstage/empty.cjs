// In the place of what no browser has, as the build of @backstage/cli leaves it.
module.exports = {}
