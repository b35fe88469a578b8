import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;

class Main {
    static String decode(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    public static void main(String[] args) throws Exception {
        for (String row : Files.readAllLines(Path.of("rows.txt"))) {
            String[] fields = row.split(" ");
            byte[] body = Base64.getDecoder().decode(fields[0]);
            var secrets = Stream.of(fields[2].split(",")).map(Main::decode).toList();
            System.out.println(Webhooks.isGenuine(body, decode(fields[1]), secrets));
        }
    }
}
