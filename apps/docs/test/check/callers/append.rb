File.read("rows.txt").split("\n").each do |row|
  body, signature, secrets = row.split(/ /, -1)
  decoded = secrets.split(",").map { |secret| secret.unpack1("m0").force_encoding("UTF-8") }
  puts genuine?(body.unpack1("m0"), signature.unpack1("m0"), decoded)
end
